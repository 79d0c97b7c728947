import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { JournalRecord } from '../../src/core/sweep/records.ts';
import { describeReal } from '../helpers/real-things.ts';
import { type Lab, test, type Watch } from './lab.ts';
import { textOf, waitBlocking } from './support/blocking.ts';
import { isAlive } from './support/processes.ts';
import { evidenceAt, logLineOf, type Ran, stateOf } from './support/ran.ts';
import { openStream } from './support/stream.ts';

// Tests that mostly wait (for what never comes, for requests of others): in one file, so that they wait together.

const parameters = { slots: { flag: '-np', values: [1, 2] } };
const LIMITS = { quiet: '3s', stop: '1s' };

/** A small context that works, and one that takes a good while to be allocated. */
async function bigThenSmall(lab: Lab, watch: Watch): Promise<Ran> {
  const parameters = { context: { values: { big: { '-c': 524_288 }, small: { '-c': 2048 } } } };
  return lab.sweep(lab.configuration(await lab.contextless(), { parameters, limits: LIMITS }), watch);
}

/** The first server of a sweep: its pid, once it was let go. */
function firstReleased(then: (pid: number) => void): Watch {
  let done = false;
  return (record) => {
    if (done || record.type !== 'outcome' || record.method !== 'release') return;
    done = true;
    then(Number(record.detail['pid']));
  };
}

function isPassed(record: JournalRecord, name: string): boolean {
  return record.type === 'holdpoint' && record.result.name === name && record.result.state === 'passed';
}

/** The stopped server could not hear TERM: it was killed, and the next setting was measured. */
function expectKilledAndWentOn(ran: Ran, bad: string, good: string): void {
  expect(ran.trial(bad)).toMatchObject({ status: 'failed', starts: { length: 1 } });
  expect(ran.start(bad).measurements).toEqual([]);
  expect(ran.points('stopped').find((p) => p.state === 'passed')?.evidence[0]?.text).toMatch(
    /is gone after \d TERMs? and \d KILL; exit code -, signal SIGKILL$/,
  );
  expect(ran.trial(good).status).toBe('measured');
  expect(ran.exit).toBe(10);
}

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

describeReal(['llama-server'], 'what takes its time', () => {
  test.concurrent('SIGSTOP during the load: load-stalled', async ({ lab }) => {
    const stop = firstReleased((pid) => {
      const log = join(lab.runDir, 'trials/01-context-big/start-1/server.log');
      waitBlocking('tensors are loaded', () => textOf(log).includes('load_tensors: loading model tensors'));
      process.kill(pid, 'SIGSTOP');
    });
    const ran = await bigThenSmall(lab, stop);
    const fault = ran.faultOf('context=big');
    expect(fault).toMatchObject({ name: 'load-stalled', class: 'hung', scope: 'setting', retry: { max: 0 } });
    expect(fault.data).toMatchObject({ phase: expect.any(String) });
    expect(fault.data['quiet']).toBeGreaterThanOrEqual(3);
    expect(fault.message).toContain('nothing moved for');
    expect(logLineOf(fault).file).toBe(join(ran.dir, 'trials/01-context-big/start-1/server.log'));
    expectKilledAndWentOn(ran, 'context=big', 'context=small');
  });

  test.concurrent('SIGSTOP while it generates: hung', async ({ lab }) => {
    let pid = 0;
    const ready = firstReleased((started) => {
      pid = started;
    });
    let stopped = false;
    const file = lab.configuration(await lab.server(), { parameters, limits: LIMITS });
    const ran = await lab.sweep(file, (record) => {
      ready(record);
      if (stopped || !isPassed(record, 'identified')) return;
      stopped = true;
      process.kill(pid, 'SIGSTOP');
    });
    const fault = ran.faultOf('slots=1');
    expect(fault).toMatchObject({ name: 'hung', class: 'hung', scope: 'setting', retry: { max: 0 } });
    expect(fault.message).toBe('no answer to a request of 32 tokens within 3 s');
    expect(evidenceAt(ran.start('slots=1'), 'identified')).toContain(`pid ${pid}`);
    expect(stateOf(ran.start('slots=1'), 'generating')).toBe('failed');
    expectKilledAndWentOn(ran, 'slots=1', 'slots=2');
  });

  test.concurrent('a running server with a request in flight: busy, nothing is touched', async ({ lab }) => {
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
      // with every slot busy the engine says of nobody whether more wait
      data: { running: 1, waiting: null },
    });
    expect(ran.fault.evidence[0]).toMatchObject({
      kind: 'traffic',
      text: '/slots: running 1, waiting unknown',
    });
    expect(ran.exit).toBe(22);
    expect(ran.touched).toBe(false);
    expect(ran.deeds).toEqual(['change to observe', 'observed failed', 'restored original: true']);
    expect(shape(pid)).toEqual(before);
    expect(over, 'the client is still being answered').toBe(false);
  });

  test.concurrent('a running server adopted by its port: measured as the baseline, others follow, and it comes back', async ({
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

  test.concurrent('a running server adopted, and nothing else to try: it is measured and never stopped', async ({
    lab,
  }) => {
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
