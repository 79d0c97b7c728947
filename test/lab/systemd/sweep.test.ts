import { rmSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { until } from '../../contract/until.ts';
import { describeReal } from '../../helpers/real-things.ts';
import { test } from '../support/systemd/unit-lab.ts';

const TWO = {
  parameters: { slots: { flag: '-np', values: [1, 2] } },
  settings: [
    { name: 'one', slots: 1 },
    { name: 'two', slots: 2 },
  ],
};
/** The manager tries again soon, and as often as it likes. */
const RESTLESS = ['RestartSec=100ms', '[Unit]', 'StartLimitIntervalSec=0'];

describeReal(['systemd', 'llama-server'], 'a sweep over a unit of a real systemd', () => {
  test.concurrent('that runs: adopted, changed by one file of ours, and back by the byte', async ({
    lab,
  }) => {
    lab.install(await lab.server('-np', '1'));
    lab.override('etc', '10-mine.conf', '[Service]\nEnvironment="MINE=a b"\n');
    lab.override('run', '20-mine.conf', '# nothing yet\n');
    await lab.begin();
    const before = lab.files;
    const found = lab.running();
    const during: unknown[] = [];
    const ran = await lab.sweep(lab.file({ ...TWO, baseline: 'current' }), (record) => {
      if (record.type !== 'generation') return;
      const { [lab.dropIn]: ours, ...others } = lab.files;
      expect(others, 'files of the operator').toEqual(before);
      during.push([lab.shows('Restart'), ours?.match(/"-np" "\d"/)?.[0]]);
    });
    expect(during).toEqual([
      ['no', '"-np" "2"'],
      ['no', '"-np" "1"'],
      ['always', undefined],
    ]);
    expect([ran.exit, ran.restored]).toEqual([0, { to: 'original', ok: true }]);
    const { invocation, pid } = found;
    expect(ran.trial('one').starts).toMatchObject([
      { adopted: true, generation: { kind: 'systemd', id: invocation, pid } },
      { adopted: false },
    ]);
    expect(ran.start('two').effective).toMatchObject({ slots: { wanted: 2, got: 2, agrees: true } });
    expect([lab.files, lab.shows('ActiveState')]).toEqual([before, 'active']);
    const back = lab.running();
    expect(back).toEqual({ ...found, pid: back.pid, invocation: back.invocation });
    expect(back.invocation).not.toBe(invocation);
  });

  test.concurrent('that does not run: its own command is the base, its log is kept, and it is left stopped', async ({
    lab,
  }) => {
    lab.install(await lab.server());
    const before = lab.files;
    const ran = await lab.sweep(lab.file(TWO));
    expect(ran.exit).toBe(0);
    const { id } = ran.start('two').generation ?? { id: '' };
    const kept = lab.kept(ran, 'trials/02-two/start-1/server.log');
    expect(kept).toContain('llama_server: listening');
    expect(lab.journal(id).startsWith(kept), 'what is kept is the journal of this invocation').toBe(true);
    expect([lab.files, lab.shows('ActiveState')]).toEqual([before, 'inactive']);
  });

  const LATER = [
    ['its command', 'etc', 'zzz-mine.conf', 'another command would be run'],
    ['Restart=', 'run', 'zzz-mine.conf', 'Restart=always would still be in force'],
    ['the name of ours', 'etc', 'zz-holdpoint.conf', 'would be taken instead of ours'],
  ] as const;
  test.concurrent.for(LATER)(
    'with a file of the operator that has the last word on %s: refused, nothing touched',
    async ([what, folder, name, why], { lab }) => {
      const command = await lab.server('-np', '1');
      lab.install(command);
      const text = {
        'its command': `ExecStart=\nExecStart=${command.join(' ')}`,
        'Restart=': 'Restart=always',
      };
      lab.override(folder, name, `[Service]\n${what === 'the name of ours' ? 'Nice=1' : text[what]}\n`);
      await lab.begin();
      const before = [lab.files, lab.running()];
      const ran = await lab.sweep(lab.file({ ...TWO, settings: TWO.settings.slice(1) }));
      expect(ran.faultOf('two')).toMatchObject({
        name: 'definition-rejected',
        message: expect.stringContaining(why),
      });
      expect([ran.exit, ran.touched]).toEqual([10, false]);
      expect([lab.files, lab.running()]).toEqual(before);
    },
  );

  test.concurrent('whose worker outlives its stop (KillMode=process): followed and killed', async ({
    lab,
  }) => {
    lab.install([...lab.fixture('leaves-worker.mjs'), ...(await lab.server('-np', '1'))], 'KillMode=process');
    await lab.begin();
    const ran = await lab.sweep(lab.file({ ...TWO, limits: { stop: '2s' } }));
    const stops = ran.points('stopped').filter((point) => point.state !== 'skipped');
    expect(stops.map((point) => point.evidence[0]?.text)).toEqual(
      Array(2).fill(expect.stringMatching(/is gone after \d TERMs? and \d KILL;/)),
    );
    expect(ran.exit).toBe(0);
    expect(lab.workers(), 'only that of the original is left').toHaveLength(1);
  });

  test.concurrent('a setting that crashes at once: exited with its cause, and never restarted', async ({
    lab,
  }) => {
    lab.install(await lab.server('-np', '1'), ...RESTLESS);
    await lab.begin();
    const parameters = { what: { values: { bad: { '--numa': 'bogus' }, good: {} } } };
    const ran = await lab.sweep(lab.file({ parameters }));
    const { fault } = ran.explained('what=bad');
    expect(fault).toMatchObject({ name: 'exited', data: { cause: 'bad-value', code: 1 } });
    expect(fault.evidence[0]?.text).toContain('error while handling argument "--numa": invalid value');
    expect(lab.machine.demand('journalctl', '-u', lab.unit, '--output=cat')).toContain(
      fault.evidence[0]?.text,
    );
    expect(ran.trial('what=good').status).toBe('measured');
    expect(ran.exit).toBe(10);
  });

  test.concurrent('an original that crashes on and on once it is put back: restart-loop, exit 23', async ({
    lab,
  }) => {
    lab.install(await lab.server('-np', '1', '-m', await lab.model('once')), ...RESTLESS);
    await lab.begin();
    lab.expects_unrestored = true;
    const model = await lab.model('once');
    let changes = 0;
    const ends: unknown[] = [];
    const ran = await lab.sweep(lab.file(TWO), (record) => {
      if (record.type === 'change.begun' && record.goal === 'original') {
        rmSync(model, { force: true });
        changes = record.change;
      }
      if (record.type === 'change.ended' && record.change === changes) ends.push(record.fault);
    });
    expect(ends, JSON.stringify(ends)).toHaveLength(1);
    expect(ran.trial('two').status).toBe('measured');
    expect(ran.fault).toMatchObject({ name: 'restart-loop', data: { cause: 'weights-missing' } });
    expect(ran.fault.hint).toContain(`holdpoint restore ${ran.dir}`);
    expect([ran.exit, lab.files[lab.dropIn]]).toEqual([23, undefined]);
  });

  test.concurrent('that crashes on and on already: ended, swept, and left as it was', async ({ lab }) => {
    lab.install(await lab.server('-fa', 'maybe'), ...RESTLESS);
    lab.systemctl('start');
    const before = lab.files;
    lab.expects_unrestored = true;
    const ran = await lab.sweep(lab.file({ parameters: { fa: { flag: '-fa', values: ['off'] } } }));
    expect(ran.trial('fa=off'), JSON.stringify(ran.result.fault)).toMatchObject({
      status: 'measured',
      starts: [{ adopted: false }],
    });
    expect(ran.fault).toMatchObject({ name: 'restart-loop', data: { cause: 'bad-value' } });
    expect([ran.exit, lab.files]).toEqual([23, before]);
    expect(lab.shows('Restart')).toBe('always');
    await until(() => lab.shows('SubState') === 'auto-restart');
  });

  test.concurrent('started by somebody else between our stop and our start: told, then looked at anew', async ({
    lab,
  }) => {
    lab.install(await lab.server('-np', '1'));
    await lab.begin();
    let theirs = '';
    const ran = await lab.sweep(lab.file({ ...TWO, settings: TWO.settings.slice(1) }), (record) => {
      if (theirs !== '' || record.type !== 'holdpoint' || record.result.name !== 'released') return;
      lab.systemctl('start');
      theirs = lab.shows('InvocationID');
    });
    expect(ran.faultOf('two', 1)).toMatchObject({ name: 'same-generation' });
    // it runs the setting that we had prepared
    expect(ran.start('two', 2)).toMatchObject({ adopted: true, generation: { id: theirs } });
    expect(ran.exit).toBe(0);
  });

  // alone, as the journal is everybody's
  test('that crashes before journald comes to what it says: its words are found, and its cause', async ({
    lab,
  }) => {
    lab.install(await lab.server('-np', '1'));
    await lab.begin();
    const journald = (signal: string) => lab.machine.demand('pkill', `-${signal}`, 'systemd-journal');
    const parameters = { what: { values: { bad: { '--numa': 'bogus' } } } };
    const before = lab.shows('InvocationID');
    const hasFailed = () => lab.shows('InvocationID') !== before && lab.shows('ActiveState') === 'failed';
    let over = false;
    let late: Promise<unknown> | undefined;
    onTestFinished(() => {
      over = true;
      journald('CONT');
    });
    const ran = await lab.sweep(lab.file({ parameters }), (record) => {
      if (late !== undefined || record.type !== 'intent' || record.method !== 'start') return;
      journald('STOP');
      late = until(() => over || hasFailed()).then(() => journald('CONT'));
    });
    await late;
    const { fault, generation } = ran.explained('what=bad');
    const { id } = generation ?? { id: 'none' };
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(lab.journal(id), 'journald did not know whose words they were').toBe('');
    expect(fault).toMatchObject({ name: 'exited', data: { cause: 'bad-value', code: 1 } });
  });
});
