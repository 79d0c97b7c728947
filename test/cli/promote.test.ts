import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { promoteSchema } from '../../src/core/documents/schemas/promote.ts';
import { MINUTE } from '../../src/core/units.ts';
import type { DeadMan } from '../../src/ports/dead-man.ts';
import { UNIT, UNIT_PATH } from '../../src/sim/story/service.ts';
import { temporaryFolder } from './harness.ts';
import { LASTING, Promotable, RUNTIME, TRIAL, withRunsOf } from './promotable.ts';

const WIDE =
  '--speculative-ddtree-budget 12 --speculative-ddtree-topk 6 --speculative-draft-window-size 2048';
const FOUND = '--speculative-ddtree-budget 8 --speculative-ddtree-topk 4';
const MINE = `/etc/systemd/system/${UNIT}.d/10-mine.conf`;

let swept = '';
let id = '';

beforeAll(async () => {
  swept = mkdtempSync(join(tmpdir(), 'holdpoint-swept-'));
  const first = new Promotable(swept);
  const { code, stdout } = await first.call('sweep', '--yes');
  expect([code, stdout]).toEqual([0, expect.stringContaining('decision: winner: wide')]);
  id = first.runs[0] ?? '';
  // virtual time does not wait for code that is still to be loaded
  await first.call('status');
  await first.call('promote', '--dry-run');
}, 120_000);
afterAll(() => rmSync(swept, { recursive: true, force: true }));

function host(...faults: string[]): Promotable {
  return withRunsOf(swept, temporaryFolder(), faults);
}

describe('promote', () => {
  test('installs the winner, says how to undo it, and --undo brings the own definition back', async () => {
    const at = host();
    at.write(MINE, '[Service]\nNice=1\n');
    at.write(UNIT_PATH, `# by hand\n${at.read(UNIT_PATH)}`);
    await at.systemctl('daemon-reload');
    const files = at.files;
    const first = await at.shows('MainPID');

    const { code, stdout, stderr } = await at.call('promote', '--yes');
    expect([code, stderr]).toEqual([0, expect.stringContaining('+ --speculative-draft-window-size 2048')]);
    const text = at.read(RUNTIME) ?? '';
    expect(text).toContain('"--speculative-ddtree-budget" "12" "--speculative-ddtree-topk" "6"');
    expect(text).not.toMatch(/Restart=|HOLDPOINT_/);
    expect([at.read(TRIAL), at.read(LASTING), at.files]).toEqual([null, null, files]);
    expect(await at.argv()).toContain(WIDE);
    expect([await at.shows('Restart'), (await at.shows('MainPID')) === first]).toEqual(['always', false]);
    expect(stdout).toContain(`holdpoint promote ${join(at.cwd, 'runs', id)} --undo\n`);
    expect(stdout).toContain(`\n  rm ${RUNTIME}\n`);
    const status = await at.call('status');
    expect(status.stdout).toContain(`setting wide of run ${id}, by ${RUNTIME}`);

    // a copy of the text would outlive it, with whatever secret is in it
    const plan = readFileSync(join(at.cwd, 'runs', at.runs.at(-1) ?? '', 'plan.json'), 'utf8');
    expect(JSON.parse(plan).promotion).toMatchObject({ before: null, after: { file: RUNTIME, text: '' } });

    const second = await at.shows('MainPID');
    const again = await at.call('promote', '--json');
    expect(again.json()).toMatchObject({ ok: true, data: { state: 'unchanged' } });
    expect(await at.shows('MainPID')).toBe(second);

    const undone = await at.call('promote', id, '--undo', '--yes', '--json');
    expect(undone.json()).toMatchObject({ ok: true, data: { state: 'removed', trial: null, undo: [] } });
    expect([at.read(RUNTIME), at.files]).toEqual([null, files]);
    expect(await at.argv()).toMatch(new RegExp(`${FOUND}$`));
    expect(await at.call('promote', '--undo')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing that `promote` has installed'),
    });
  });

  test('--dry-run, no terminal, and a no: all is shown, nothing is touched', async () => {
    const at = host();
    const before = [at.files, await at.shows('InvocationID'), at.runs];
    const shown = (await at.call('promote', '--dry-run', '--json')).json();
    const document = promoteSchema.parse(shown.data);
    expect(document).toMatchObject({
      run: id,
      trial: 'wide',
      state: 'shown',
      file: { path: RUNTIME, persist: false, text: expect.stringContaining('[Service]\nExecStart=\n') },
      change: null,
    });
    expect(document.diff).toContain('+ --speculative-draft-window-size 2048');
    expect((await at.call('promote', '--dry-run')).stdout).toContain(document.file?.text.split('\n')[0]);
    expect(await at.call('promote')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no terminal to ask'),
    });
    const no = await at.with({ typed: 'n', isTTY: true }, 'promote');
    expect([no.code, no.stderr]).toEqual([2, expect.stringContaining('Go on? [y/N]')]);
    expect([at.files, await at.shows('InvocationID'), at.runs]).toEqual(before);
    expect([at.read(RUNTIME), at.read(LASTING)]).toEqual([null, null]);
  });

  test.each([
    ['without --persist a reboot takes it away', [], RUNTIME, FOUND],
    ['with --persist it outlives a reboot', ['--persist'], LASTING, WIDE],
  ])('%s', async (_name, words, file, expected) => {
    const at = host();
    expect((await at.call('promote', '--yes', ...words)).code).toBe(0);
    expect(at.read(file)).not.toBeNull();
    at.built.machine.kernel.reboot();
    await at.clock.run(at.clock.wait(5 * MINUTE));
    expect(await at.argv()).toContain(expected);
    if (words.length > 0) {
      expect((await at.call('promote', '--undo', '--yes')).code).toBe(0);
      expect([at.read(LASTING), await at.argv()]).toEqual([null, expect.stringContaining(FOUND)]);
    }
  });

  test('a setting that runs already, as after `apply`, is adopted and not started again', async () => {
    const at = host();
    const set = ['--set', 'budget=12', '--set', 'topk=6', '--set', 'window=2048'];
    expect((await at.call('apply', '--yes', ...set)).code).toBe(0);
    const [pid] = [await at.shows('MainPID')];
    expect(at.read(TRIAL)).not.toBeNull();
    const { code, stderr } = await at.call('promote', id, '--yes');
    expect([code, stderr]).toEqual([0, expect.stringContaining('it is not started again')]);
    expect(await at.shows('MainPID')).toBe(pid);
    expect([at.read(TRIAL), at.read(RUNTIME)]).toEqual([null, expect.stringContaining('"12"')]);
    const last = at.journal(at.runs.at(-1) ?? '');
    expect(last.filter(({ method }) => method === 'signal' || method === 'start')).toEqual([]);
    // then for good: the same server, the other folder
    expect((await at.call('promote', id, '--persist', '--yes')).code).toBe(0);
    expect([at.read(RUNTIME), at.read(LASTING), await at.shows('MainPID')]).toEqual([
      null,
      expect.stringContaining('"12"'),
      pid,
    ]);
    expect(await at.call('promote', id, '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('would count more'),
    });
  });

  test('a start that fails takes the file away, and the original is back', async () => {
    const at = host('crash:weights@2', 'crash:weights@3');
    const files = at.files;
    const { code, json } = await at.call('promote', '--persist', '--yes', '--json');
    expect(code).toBe(20);
    expect(json()).toMatchObject({
      ok: false,
      error: { name: 'restart-loop' },
      data: { state: 'not_kept', change: { restored: { to: 'original', ok: true } } },
    });
    expect([at.read(LASTING), at.read(RUNTIME), at.read(TRIAL), at.files]).toEqual([null, null, null, files]);
    expect(await at.argv()).toMatch(new RegExp(`${FOUND}$`));
    expect(await at.shows('Restart')).toBe('always');
  });

  test.each(['resume', 'restore'] as const)('%s after a crash in the middle of it', async (mode) => {
    const at = host();
    const crashed = await at.crash('outcome', 'start', 'promote', '--yes');
    expect([crashed.code, at.read(RUNTIME)]).toEqual([1, expect.stringContaining('"12"')]);
    const run = at.runs.at(-1) ?? '';
    expect(await at.call('promote', '--yes')).toMatchObject({
      code: 30,
      stderr: expect.stringContaining(run),
    });
    const { code } = await at.call(mode, run);
    const [left, argv] = [at.read(RUNTIME), await at.argv()];
    if (mode === 'resume') {
      expect([code, left, argv]).toEqual([0, expect.stringContaining('"12"'), expect.stringContaining(WIDE)]);
      expect((await at.call('promote', '--undo', '--yes')).code).toBe(0);
    } else expect([code, left]).toEqual([130, null]);
    expect([await at.argv(), at.read(TRIAL), await at.shows('Restart')]).toEqual([
      expect.stringMatching(new RegExp(`${FOUND}$`)),
      null,
      'always',
    ]);
  });

  test('while the unit is changed, the host would put it back should Holdpoint die', async () => {
    const at = host();
    const acts: string[] = [];
    const dead_man: DeadMan = {
      after_ms: 600_000,
      obstacle: async () => null,
      arm: async ({ run_id }) => {
        acts.push(`arm ${run_id}`);
        return { armed: true, timer: 't.timer', weakness: null };
      },
      renew: async () => undefined,
      disarm: async () => void acts.push('disarm'),
    };
    const { wire } = at.services;
    const services: typeof at.services = {
      ...at.services,
      wire: async (configuration, options) => {
        const ports = await wire?.(configuration, options);
        if (ports === undefined) throw new Error('no ports');
        return options.dead_man?.after_ms === 600_000 ? { ...ports, dead_man } : ports;
      },
    };
    expect((await at.with({ services }, 'promote', '--yes', '--dead-man', '10m')).code).toBe(0);
    expect(acts).toEqual([`arm ${at.runs.at(-1)}`, 'disarm']);
  });

  test('a file of the operator that counts more: refused before anything is stopped', async () => {
    const at = host();
    const argv = await at.argv();
    at.write(`/etc/systemd/system/${UNIT}.d/zzz-mine.conf`, `[Service]\nExecStart=\nExecStart=${argv}\n`);
    await at.systemctl('daemon-reload');
    const before = [at.files, await at.shows('InvocationID')];
    const { code, json } = await at.call('promote', '--yes', '--json');
    expect([code, json().error]).toEqual([
      20,
      expect.objectContaining({
        name: 'definition-rejected',
        message: expect.stringContaining('zzz-mine.conf counts more'),
      }),
    ]);
    expect([at.files, await at.shows('InvocationID'), at.read(RUNTIME)]).toEqual([...before, null]);
  });

  test('a unit that was changed since: what differs is said, nothing is installed', async () => {
    const at = host();
    at.write(UNIT_PATH, (at.read(UNIT_PATH) ?? '').replace('--tp-size 8', '--tp-size 4'));
    await at.systemctl('daemon-reload');
    const { code, stderr } = await at.call('promote', '--yes');
    expect([code, stderr]).toEqual([20, expect.stringContaining('definition-differs')]);
    expect(stderr).toContain('- --tp-size 8; + --tp-size 4');
    expect([at.read(RUNTIME), at.runs]).toEqual([null, [id]]);
  });

  test('a variable that no record holds has changed: refused all the same', async () => {
    const at = host();
    at.write(MINE, '[Service]\nEnvironment=MINE=1\n');
    await at.systemctl('daemon-reload');
    const { code, stderr } = await at.call('promote', '--yes');
    expect([code, stderr]).toEqual([20, expect.stringContaining('a variable that no record holds')]);
    expect(at.read(RUNTIME)).toBeNull();
  });

  test('a file of its name that is not ours is never touched', async () => {
    const at = host();
    at.write(LASTING, '[Service]\nNice=1\n');
    await at.systemctl('daemon-reload');
    for (const words of [
      ['promote', '--yes'],
      ['promote', '--undo', '--yes'],
    ]) {
      const { code, stderr } = await at.call(...words);
      expect([code, stderr]).toEqual([20, expect.stringContaining('was not written by Holdpoint')]);
    }
    expect(at.read(LASTING)).toBe('[Service]\nNice=1\n');
  });

  test('a later sweep has it as its base, counts more while it tries, and leaves it as it is', async () => {
    const at = host();
    await at.call('promote', '--persist', '--yes');
    const text = at.read(LASTING);
    const argv: string[] = [];
    const off = setInterval(() => argv.push(at.read(TRIAL) ?? ''), 1);
    const { code, stdout } = await at.call('sweep', '--yes', '--fresh');
    clearInterval(off);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/wide {2}/)]);
    expect(argv.some((trial) => trial.includes('"--speculative-ddtree-budget" "8"'))).toBe(true);
    expect([at.read(LASTING), at.read(TRIAL)]).toEqual([text, null]);
    expect(await at.argv()).toContain(WIDE);
    // what it has found best by now is the unit's own without ours
    const fast = await at.call('promote', at.runs.at(-1) ?? '', '--trial', 'fast', '--persist');
    expect([fast.code, fast.stderr]).toEqual([2, expect.stringContaining(`promote ${id} --undo`)]);
  });
});

describe('nothing to promote: exit 2, with what to do', () => {
  test.each([
    [['--trial', 'nope'], 'no setting nope in this run'],
    [['--trial', 'current'], 'no setting current in this run'],
    [['--trial', 'fast'], 'fast is what the unit runs by its own files'],
    [['--undo', '--persist'], '--undo goes with neither'],
    [['--undo'], 'nothing that `promote` has installed'],
    [['20260101-000000-other-0000'], 'no run 20260101-000000-other-0000'],
  ])('%s', async (words, why) => {
    const at = host();
    const { code, stderr } = await at.call('promote', ...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  });

  test('no difference was shown, unless a measured setting is named', async () => {
    const at = host();
    at.rewrite((stored) => ({
      ...stored,
      configuration: {
        ...stored.configuration,
        objective: { ...stored.configuration.objective, where: [] },
      },
    }));
    expect(await at.call('promote', '--dry-run')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing to promote: no difference'),
    });
    expect((await at.call('promote', '--trial', 'wide', '--dry-run')).code).toBe(0);
  });

  test('a sweep of a simulated host, on a real one', async () => {
    const at = host();
    const wire = at.services.wire;
    const services = {
      ...at.services,
      wire: async (...given: Parameters<NonNullable<typeof wire>>) => {
        const ports = await wire?.(...given);
        if (ports === undefined) throw new Error('no ports');
        return { ...ports, host: Object.assign(Object.create(ports.host), { simulated: false }) };
      },
    };
    expect(await at.with({ services }, 'promote', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('was made on a simulated host'),
    });
  });

  test('a run that has not ended, and one that owes its original', async () => {
    const at = host();
    await at.lock.markUnrestored(`service:systemd:system:${UNIT}`, {
      run_id: 'other',
      dir: '/runs/other',
      uid: 0,
      since: 'then',
    });
    expect(await at.call('promote', '--yes')).toMatchObject({
      code: 30,
      stderr: expect.stringContaining('holdpoint restore /runs/other'),
    });
    await at.lock.clearUnrestored(`service:systemd:system:${UNIT}`);
    at.cut('restored');
    expect(await at.call('promote', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has not ended'),
    });
  });

  test('an apply has compared nothing', async () => {
    const at = host();
    await at.call('apply', '--yes', '--set', 'budget=4');
    expect(await at.call('promote', at.runs.at(-1) ?? '')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is an `apply`'),
    });
  });
});

describe('of a process', () => {
  test('its winning command is printed, and nothing else can be done', async () => {
    const at = host();
    at.rewrite((stored) => ({
      ...stored,
      configuration: {
        ...stored.configuration,
        service: { kind: 'process', command: ['server'], cwd: '/', env: {} },
      },
    }));
    const { code, stdout, stderr } = await at.call('promote');
    expect([code, stderr]).toEqual([0, expect.stringContaining('nothing is installed')]);
    expect(stdout).toBe(`CUDA_DEVICE_ORDER=PCI_BUS_ID ${(await at.argv()).replace(FOUND, WIDE)}\n`);
    for (const word of ['--persist', '--undo'])
      expect(await at.call('promote', word)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`\`${word}\` needs a unit`),
      });
  });
});
