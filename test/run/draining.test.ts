import { expect, test } from 'vitest';
import type { JournalLine } from '../../src/core/sweep/records.ts';
import { type ReplayedLines, replay } from '../../src/core/sweep/replay.ts';
import type { StoredRun } from '../../src/run/api.ts';
import { serviceKey } from '../../src/run/service-key.ts';
import { runSweep } from '../../src/run/sweep.ts';
import type { ExchangeListener } from '../../src/sim/machine.ts';
import { SimulatedRun, type SimulatedSweepOptions, storyOf } from '../helpers/simulated-sweep.ts';

const PORT = 30_000;
const IGNORED: ExchangeListener = { head() {}, data() {}, end() {}, failed() {} };

/**
 * The story's unit with a client of others in the midst of a long answer, and a balancer that is told to drain and to
 * undrain. `lets_go`: the client ends when it is told; `works`: the balancer does what it is told.
 */
async function scene(
  { lets_go, works = true, drain_s = 60 }: { lets_go: boolean; works?: boolean; drain_s?: number },
  options: SimulatedSweepOptions = {},
) {
  const story = storyOf({ concurrency: [1], requests: 4, max_tokens: 64 });
  const hooks = {
    ...story.hooks,
    drain: [['/usr/bin/balancer', 'drain']],
    undrain: [['/usr/bin/balancer', 'undrain']],
  };
  const limits = { ...story.limits, drain_ms: drain_s * 1000 };
  const settings = story.settings?.slice(0, 2) ?? null;
  const configuration = { ...story, hooks, limits, settings };
  const run = await SimulatedRun.of({ load_s: 60, configuration, ...options });
  const { kernel } = run.built.machine;
  const told: string[] = [];
  const body = JSON.stringify({ prompt: 'Tell me', max_tokens: 200_000, stream: true, ignore_eos: true });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  const request = { method: 'POST', path: '/v1/completions', headers, body };
  const leave = kernel.open('127.0.0.1', PORT, request, IGNORED);
  const disconnect = kernel.connect('127.0.0.1', PORT, { address: '10.1.2.3', pid: null, asks: true });
  run.built.host.register('balancer', async (argv) => {
    const word = argv.at(-1) ?? '';
    told.push(word);
    if (word === 'drain' && lets_go) {
      leave();
      disconnect();
    }
    return { code: works || word === 'undrain' ? 0 : 1, stdout: '', stderr: works ? '' : 'no such pool' };
  });
  return { run, told, leave };
}

const names = (journal: readonly JournalLine[]): string[] =>
  journal.flatMap(({ record }) => {
    if (record.type === 'intent')
      return [record.port === 'hooks' ? String(record.detail['hook']) : record.method];
    return record.type === 'measurement.begun' || record.type === 'restored' ? [record.type] : [];
  });

test('a unit is drained once, before the first measurement, and undrained when it is back', async () => {
  const { run, told } = await scene({ lets_go: true });
  const sweep = await run.sweep();
  expect([sweep.exit_code, told]).toEqual([0, ['drain', 'undrain']]);
  expect(sweep.document.trials.map(({ status }) => status)).toEqual(['measured', 'measured']);
  const happened = names(sweep.journal);
  expect(happened.filter((name) => name === 'drain')).toHaveLength(1);
  expect(happened.indexOf('drain')).toBeLessThan(happened.indexOf('measurement.begun'));
  expect(happened.slice(-3)).toEqual(['settle', 'undrain', 'restored']);
  const [adopted] = sweep.document.trials[0]?.starts ?? [];
  expect(adopted?.adopted).toBe(true);
  expect(adopted?.hold_points.find(({ name }) => name === 'drained')).toMatchObject({
    state: 'passed',
    evidence: [{ kind: 'hook' }, { text: '/metrics: running 0, waiting 0' }, { kind: 'peer' }],
  });
});

test('clients that were sent away are owed: a death while they are away blocks others and names the restore', async () => {
  const { run } = await scene({ lets_go: true });
  const marks: unknown[] = [];
  await run.again((request) => {
    run.built.host.register('balancer', async () => {
      marks.push(await request.ports.lock.unrestored(serviceKey(request.stored.configuration)));
      return { code: 1, stdout: '', stderr: 'no such pool' };
    });
    return runSweep(request);
  });
  expect(marks[0]).toMatchObject({ run_id: 'simulated' });
});

test('what a replay leaves out changes nothing, and a run that goes on after its restore drains again', async () => {
  const { run } = await scene({ lets_go: true });
  const runs: StoredRun[] = [];
  const { journal } = await run.again((request) => {
    runs.push(request.stored);
    return runSweep(request);
  });
  const [stored] = runs as [StoredRun];
  const told: ReplayedLines = {
    reduce: (fold, initial, wanted = () => true) =>
      journal.filter(({ record }) => wanted(record.type)).reduce(fold, initial),
  };
  const state = replay(stored, told);
  expect(state).toEqual(replay(stored, journal));
  expect([state.drained, state.undrain_owed]).toEqual([false, false]);
});

test('a client that stays is told at limits.drain; nothing was touched, and the hook is undone', async () => {
  const { run, told, leave } = await scene({ lets_go: false });
  const sweep = await run.sweep();
  leave();
  expect(sweep.fault).toMatchObject({
    name: 'drain-timeout',
    message: '1 request of others in flight, from 10.1.2.3 after 60 s (limits.drain)',
  });
  expect([sweep.exit_code, told]).toEqual([20, ['drain', 'undrain']]);
  expect(names(sweep.journal)).not.toContain('signal');
});

test('a drain hook that fails stops the run before anything is touched, and is undone too', async () => {
  const { run, told, leave } = await scene({ lets_go: false, works: false });
  const sweep = await run.sweep();
  leave();
  expect(sweep.fault).toMatchObject({ name: 'probe-failed', message: expect.stringContaining('drain hook') });
  expect(told).toEqual(['drain', 'undrain']);
  expect(names(sweep.journal)).not.toContain('signal');
});

test('under traffic the run goes on at limits.drain, and its numbers say so', async () => {
  const { run, told, leave } = await scene({ lets_go: false, drain_s: 5 }, { under_traffic: true });
  const sweep = await run.sweep();
  leave();
  expect([sweep.exit_code, told]).toEqual([0, ['drain', 'undrain']]);
  const [adopted] = sweep.document.trials[0]?.starts ?? [];
  expect(adopted?.hold_points.find(({ name }) => name === 'drained')?.evidence).toContainEqual(
    expect.objectContaining({ text: expect.stringContaining('--under-traffic goes on') }),
  );
  const measurements = sweep.document.trials
    .flatMap(({ starts }) => starts)
    .flatMap((start) => start.measurements);
  expect(measurements.map(({ under_traffic }) => under_traffic)).toEqual([true, true, true]);
  expect(measurements[0]?.foreign_requests).toBe(1);
});
