import type { EngineDefinition } from '../../src/core/engine/definition.ts';

/** Aliases and arities of a few flags; all others are unknown to it, as to a real table. */
const ALIASES: Readonly<Record<string, string>> = {
  '-np': '--parallel',
  '-c': '--ctx-size',
  '-m': '--model',
  '-b': '--batch-size',
};
const VALUED = [
  '--parallel',
  '--ctx-size',
  '--model',
  '--batch-size',
  '--port',
  '--host',
  '--temp',
  '--draft-max',
  '--spec-type',
  '--api-key',
];
const SWITCHES = ['--mmap', '--no-mmap', '--metrics', '--flash', '--fim-qwen-1.5b-default'];

/** The smallest engine that configuration and plan can be tested with. */
export const fakeEngine: EngineDefinition = {
  name: 'llamacpp',
  default_port: 8080,
  port_flags: ['--port'],
  host_flags: ['--host'],
  model_flags: ['--model'],
  self_contained: true,
  report_paths: [],
  health_path: '/health',
  binds_before_load: true,
  instrumentation: () => ({ argv: ['--metrics'], env: {} }),
  canonicalFlag: (flag) => ALIASES[flag] ?? flag,
  takesValue(flag) {
    const canonical = ALIASES[flag] ?? flag;
    if (VALUED.includes(canonical)) return true;
    return SWITCHES.includes(canonical) ? false : null;
  },
  phase: () => null,
  effective: () => ({}),
  capacity: () => [],
  version: () => null,
  model: () => null,
  speculates: () => false,
  drafting: () => ({ on: null, evidence: 'not said' }),
  freeAtLoad: () => null,
  refusal: () => null,
};
