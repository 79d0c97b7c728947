import { HOUR, MINUTE, SECOND } from '../units.ts';
import type { AcceleratorConfiguration, Hooks, Limits, WorkloadConfiguration } from './configuration.ts';

export const LIMIT_DEFAULTS: Limits = {
  load_ms: null,
  quiet_ms: 10 * MINUTE,
  stop_ms: 120 * SECOND,
  release_ms: 180 * SECOND,
  drain_ms: 0,
  total_ms: 12 * HOUR,
};

export const ANY_ACCELERATOR: AcceleratorConfiguration = { kind: 'auto', devices: null, floor: {} };

export const WORKLOAD_DEFAULTS: Pick<
  WorkloadConfiguration,
  'api' | 'concurrency' | 'temperature' | 'body' | 'expect'
> = {
  api: 'chat',
  concurrency: [1],
  temperature: 0,
  body: {},
  expect: null,
};

export const EVALUATION_DEFAULTS = { at_concurrency: 1, max_tokens: 1024 };

export const NO_HOOKS: Hooks = {
  before_stop: [],
  drain: [],
  undrain: [],
  after_ready: [],
  fault: [],
  restored: [],
  restore_failed: [],
  end: [],
};

export const DEFAULT_METRIC = 'output_tokens_per_s';
