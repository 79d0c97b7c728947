import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WorkloadConfiguration } from '../../src/core/config/configuration.ts';
import { measurementKey } from '../../src/core/plan/measurement-key.ts';
import { loadName, loadOf, mostOpen } from '../../src/run/load-of.ts';

const WORKLOAD: WorkloadConfiguration = {
  name: 'w',
  prompts: 'builtin:code',
  api: 'chat',
  concurrency: [4],
  requests: 8,
  max_tokens: 8,
  temperature: 0,
  body: {},
  expect: null,
};
const point = (more: Partial<WorkloadConfiguration> = {}) => ({
  workload: { ...WORKLOAD, ...more },
  concurrency: 4,
});

const EIGHT = { requests: 8, duration_ms: null };

it('a workload that says nothing starts one slot after another, after two requests', async () => {
  expect(await loadOf(point())).toEqual({
    shape: { kind: 'closed', concurrency: 4, starts_over_ms: null },
    extent: EIGHT,
    warmup_requests: 2,
  });
});

it('a burst and its warm-up are what the workload says', async () => {
  expect(await loadOf(point({ starts: 'burst', warmup: 0 }))).toEqual({
    shape: { kind: 'closed', concurrency: 4, starts_over_ms: 0 },
    extent: EIGHT,
    warmup_requests: 0,
  });
});

const at = (rate: number, more: Partial<WorkloadConfiguration> = {}) => ({
  workload: { ...WORKLOAD, concurrency: [], rate: [rate], ...more },
  concurrency: null,
  rate,
});

describe('a workload at a rate', () => {
  it('is an open loop of Poisson gaps without a limit, unless it says more', async () => {
    expect(await loadOf(at(2.5))).toMatchObject({
      shape: { kind: 'open', rate_per_s: 2.5, burstiness: 1, ramp: null, max_open: null },
      extent: EIGHT,
    });
    const more = { burstiness: 'constant', max_open: 3, requests: null, duration: 60_000 } as const;
    expect(await loadOf(at(2.5, more))).toMatchObject({
      shape: { burstiness: null, max_open: 3 },
      extent: { requests: null, duration_ms: 60_000 },
    });
  });

  it('climbs over the whole of its load', async () => {
    expect((await loadOf(at(9, { requests: 50, ramp_from: 1 }))).shape).toMatchObject({
      ramp: { from_per_s: 1, over_ms: 10_000 },
    });
    expect((await loadOf(at(9, { duration: 30_000, ramp_from: 1 }))).shape).toMatchObject({
      ramp: { over_ms: 30_000 },
    });
  });

  it('may have any number of requests open, or its limit; a closed loop as many as its slots', () => {
    expect([mostOpen(at(1)), mostOpen(at(1, { max_open: 7 })), mostOpen(point())]).toEqual([
      Number.POSITIVE_INFINITY,
      7,
      4,
    ]);
    expect([loadName(at(2.5)), loadName(point())]).toEqual(['r2.5', 'c4']);
  });
});

describe('a replay', () => {
  const trace = (text: string) => {
    const file = join(mkdtempSync(join(tmpdir(), 'trace-')), 't.jsonl');
    writeFileSync(file, text);
    const workload = { ...WORKLOAD, concurrency: [], replay: file };
    return { file, point: { workload, concurrency: null } };
  };

  it('sends at the times of its trace', async () => {
    const { point: replay } = trace('{"timestamp": 100}\n\n{"timestamp": 350, "input_length": 9}\n');
    expect(await loadOf({ ...replay, workload: { ...replay.workload, requests: null } })).toMatchObject({
      shape: { kind: 'trace', at_ms: [0, 250], max_open: null },
      extent: { requests: 2, duration_ms: null },
    });
  });

  it.each([
    ['{"timestamp": 100}\n{"time": 1}\n', ':2: no "timestamp"'],
    ['{"timestamp": 100}\n{"timestamp": 99}\n', ':2: earlier than the line before'],
    ['\n', ': it holds no request'],
  ])('of a trace that is wrong is refused with its line: %j', async (text, words) => {
    const { file, point: replay } = trace(text);
    await expect(loadOf(replay)).rejects.toThrow(file + words);
  });

  it('of a file that is not there is refused', async () => {
    const replay = { workload: { ...WORKLOAD, replay: '/nowhere.jsonl' }, concurrency: null };
    await expect(loadOf(replay)).rejects.toThrow(/cannot be read \(ENOENT\)/);
  });
});

it('another load is another measurement, and one that says nothing has the key it always had', () => {
  const machine = {
    engine: 'e',
    executable: [],
    models: [],
    host: 'h',
    driver: null,
    devices: [],
    unknown: [],
  };
  const keyOf = (more: Partial<WorkloadConfiguration>) =>
    measurementKey('s', machine, point(more), null, 1, 1);
  const keys = [{}, { starts: 'burst' as const }, { warmup: 0 }, { starts: 'burst' as const, warmup: 0 }].map(
    keyOf,
  );
  expect(new Set(keys).size).toBe(4);
  expect(keyOf({ starts: undefined, warmup: undefined })).toBe(keyOf({}));
});

it('the key of a closed loop is that of versions that knew no other load', () => {
  const machine = {
    engine: 'e',
    executable: [],
    models: [],
    host: 'h',
    driver: null,
    devices: [],
    unknown: [],
  };
  const text =
    '["s",{"devices":[],"driver":null,"engine":"e","executable":[],"host":"h","models":[]},' +
    '{"api":"chat","body":{},"concurrency":4,"expect":null,"max_tokens":8,"name":"w","prompts":"builtin:code","requests":8,"temperature":0},' +
    'null,1,1]';
  const expected = createHash('sha256').update(text).digest('hex').slice(0, 32);
  expect(measurementKey('s', machine, point(), null, 1, 1)).toBe(expected);
  const keys = [at(1), at(2), at(1, { salt: false }), at(1, { duration: 1000 })].map((one) =>
    measurementKey('s', machine, one, null, 1, 1),
  );
  expect(new Set([...keys, expected]).size).toBe(5);
});
