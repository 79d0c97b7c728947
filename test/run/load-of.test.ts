import { expect, it } from 'vitest';
import type { WorkloadConfiguration } from '../../src/core/config/configuration.ts';
import { measurementKey } from '../../src/core/plan/measurement-key.ts';
import { loadOf } from '../../src/run/load-of.ts';

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

it('a workload that says nothing starts one slot after another, after two requests', () => {
  expect(loadOf(point())).toEqual({
    shape: { kind: 'closed', concurrency: 4, starts_over_ms: null },
    warmup_requests: 2,
  });
});

it('a burst and its warm-up are what the workload says', () => {
  expect(loadOf(point({ starts: 'burst', warmup: 0 }))).toEqual({
    shape: { kind: 'closed', concurrency: 4, starts_over_ms: 0 },
    warmup_requests: 0,
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
