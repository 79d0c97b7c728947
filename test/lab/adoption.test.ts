import { readFileSync, readlinkSync } from 'node:fs';
import { expect } from 'vitest';
import { describeReal } from '../helpers/real-things.ts';
import { type Lab, test } from './lab.ts';
import { isAlive } from './support/processes.ts';
import { evidenceAt, stateOf } from './support/ran.ts';
import { openStream } from './support/stream.ts';

const parameters = { slots: { flag: '-np', values: [1, 2] } };
const ADOPTED = { parameters, baseline: 'current' };
const SKIPPED = ['prepared', 'drained', 'stopped', 'released', 'started', 'loaded'] as const;

/** Folder, argv and environment of a process, without the id that Holdpoint adds to what it starts. */
function shape(pid: number): readonly string[] {
  const read = (file: string) =>
    readFileSync(`/proc/${pid}/${file}`, 'utf8')
      .split('\0')
      .filter((word) => word !== '');
  const env = read('environ')
    .filter((entry) => !entry.startsWith('HOLDPOINT_GENERATION='))
    .sort();
  return [readlinkSync(`/proc/${pid}/cwd`), ...read('cmdline'), '--', ...env];
}

/** The one server that runs for the test now. */
function running(lab: Lab): number {
  const pids = lab.foreigners.map(({ pid }) => pid);
  expect(pids).toHaveLength(1);
  return pids[0] ?? 0;
}

describeReal(['llama-server'], 'a running server of somebody', () => {
  test.concurrent('with a request in flight: busy, nothing is touched', async ({ lab }) => {
    const { pid } = lab.foreignServer(await lab.server('-c', '131072', '-np', '1'));
    let over = false;
    const { closed } = await openStream(lab.url);
    void closed.then(() => {
      over = true;
    });
    const before = shape(pid);
    const ran = await lab.sweep(lab.configuration(null, ADOPTED));
    expect(ran.fault).toMatchObject({
      name: 'busy',
      class: 'identity',
      scope: 'run',
      message: '1 request of others in flight',
      data: { running: 1, waiting: 0 },
    });
    expect(ran.fault.evidence[0]).toMatchObject({ kind: 'traffic', text: '/slots: running 1, waiting 0' });
    expect(ran.exit).toBe(22);
    expect(ran.touched).toBe(false);
    expect(ran.deeds).toEqual(['change to observe', 'observed failed', 'restored original: true']);
    expect(shape(pid)).toEqual(before);
    expect(over, 'the client is still being answered').toBe(false);
  });

  test.concurrent('adopted by its port: measured as the baseline, others follow, and it comes back', async ({
    lab,
  }) => {
    const { pid } = lab.foreignServer(await lab.server('-np', '1'));
    const before = shape(pid);
    const ran = await lab.sweep(lab.configuration(null, ADOPTED));
    const baseline = ran.result.document.baseline ?? '';
    const [adopted, again] = ran.trial(baseline).starts;
    if (adopted === undefined || again === undefined) throw new Error('the baseline is measured twice');
    expect(adopted).toMatchObject({
      adopted: true,
      generation: { pid, id: '' },
      measurements: { length: 1 },
    });
    for (const name of SKIPPED) expect(stateOf(adopted, name)).toBe('skipped');
    for (const name of ['observed', 'identified', 'generating', 'effective', 'unchanged'] as const) {
      expect(stateOf(adopted, name)).toBe('passed');
    }
    expect(evidenceAt(adopted, 'identified')).toContain(`pid ${pid}`);
    const other = ran.result.document.trials.find((trial) => trial.setting['slots'] === 2);
    expect(other).toMatchObject({ status: 'measured', starts: [{ adopted: false }] });
    expect(again.generation?.pid).not.toBe(pid);
    expect(isAlive(pid), 'the found one was stopped').toBe(false);
    const back = running(lab);
    expect(shape(back)).toEqual(before);
    expect((await fetch(`${lab.url}/health`)).status).toBe(200);
    expect(ran.restored).toEqual({ to: 'original', ok: true });
    expect(ran.exit).toBe(0);
  });

  test.concurrent('adopted and nothing else to try: it is measured and never stopped', async ({ lab }) => {
    const { pid } = lab.foreignServer(await lab.server('-np', '1'));
    const settings = [{ name: 'same', slots: 1 }];
    const ran = await lab.sweep(lab.configuration(null, { ...ADOPTED, settings }));
    expect(ran.result.document.trials.map((trial) => trial.status)).toEqual(['measured']);
    expect(ran.touched).toBe(false);
    expect(running(lab)).toBe(pid);
    expect(ran.restored).toEqual({ to: 'original', ok: true });
    expect(ran.exit).toBe(0);
  });
});
