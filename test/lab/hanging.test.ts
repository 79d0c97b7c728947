import { join } from 'node:path';
import { expect } from 'vitest';
import type { JournalRecord } from '../../src/core/sweep/records.ts';
import { describeReal } from '../helpers/real-things.ts';
import { type Lab, test, type Watch } from './lab.ts';
import { textOf, waitBlocking } from './support/blocking.ts';
import { evidenceAt, logLineOf, type Ran, stateOf } from './support/ran.ts';

const LIMITS = { quiet: '3s', stop: '1s' };

/** A small context that works, and one that takes a good while to be allocated. */
async function bigThenSmall(lab: Lab, watch: Watch): Promise<Ran> {
  const command = (await lab.server()).filter((word) => word !== '-c' && word !== '2048');
  const parameters = { context: { values: { big: { '-c': 524_288 }, small: { '-c': 2048 } } } };
  return lab.sweep(lab.configuration(command, { parameters, limits: LIMITS }), watch);
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

describeReal(['llama-server'], 'a server that is stopped (SIGSTOP)', () => {
  test.concurrent('during its load: load-stalled', async ({ lab }) => {
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

  test.concurrent('while it generates: hung', async ({ lab }) => {
    let pid = 0;
    const ready = firstReleased((started) => {
      pid = started;
    });
    let stopped = false;
    const parameters = { slots: { flag: '-np', values: [1, 2] } };
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
});
