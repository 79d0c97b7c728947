import { expect, test } from 'vitest';
import type { Measurement } from '../../../src/core/documents/measurement.ts';
import { type FaultName, fault } from '../../../src/core/fault.ts';
import type { WorkloadPoint } from '../../../src/core/plan/plan.ts';
import { apply } from '../../../src/core/sweep/apply.ts';
import { nextStep } from '../../../src/core/sweep/next.ts';
import type { OpenStart, SweepState } from '../../../src/core/sweep/state.ts';

const point = { workload: { name: 'code' }, concurrency: 1 } as unknown as WorkloadPoint;
const open = {
  trial: 'one',
  start: 1,
  attempt: 1,
  replicate: 1,
  hold_points: [],
  outcome: 'ready',
  fault: null,
  measurements: [],
  voids: [],
  verified: false,
} as unknown as OpenStart;
const ready = {
  command: 'sweep',
  open,
  original: {},
  restored: null,
  stop: null,
  foreign_voids: 0,
  faults: [],
} as unknown as SweepState;

/** What comes after a measurement that was void for this. */
function after(name: FaultName) {
  const measurement = { workload: 'code', concurrency: 1 } as unknown as Measurement;
  const record = {
    type: 'measurement.ended',
    trial: 'one',
    start: 1,
    measurement,
    void: fault(name, ''),
  } as const;
  const state = apply(ready, { wall: '2030-01-01T00:00:00.000Z', record });
  return nextStep(state, {
    now: 0,
    limit_load_ms: 1,
    limit_total_ms: 1,
    limit_release_ms: 1,
    points: [point],
    rules: null,
  });
}

test('a server that is another one by now is not measured again: its start ends, and the setting gets a new one', () => {
  expect(after('generation-changed')).toMatchObject({ kind: 'close', final: null });
});

test('a server that is still the same is measured again', () => {
  expect(after('foreign-load')).toMatchObject({ kind: 'measure' });
  expect(after('client-late')).toMatchObject({ kind: 'measure' });
});
