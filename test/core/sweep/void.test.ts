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
  voids_in_a_row: 0,
  resumes: 0,
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

/** The state after measurements that were void for this, or good (null). */
function after(...ends: readonly (FaultName | null)[]): SweepState {
  return ends.reduce((state, name) => {
    const measurement = { workload: 'chat', concurrency: 1 } as unknown as Measurement;
    const record = {
      type: 'measurement.ended',
      trial: 'one',
      start: 1,
      measurement,
      void: name === null ? null : fault(name, ''),
    } as const;
    return apply(state, { wall: '2030-01-01T00:00:00.000Z', record });
  }, ready);
}

function next(...ends: readonly (FaultName | null)[]) {
  return nextStep(after(...ends), {
    now: 0,
    limit_load_ms: 1,
    limit_total_ms: 1,
    limit_release_ms: 1,
    points: [point],
    rules: null,
    evaluates: false,
  });
}

test('a server that is another one by now is not measured again: its start ends, and the setting gets a new one', () => {
  expect(next('generation-changed')).toMatchObject({ kind: 'close', final: null });
});

test('a server that is still the same is measured again', () => {
  expect(next('foreign-load')).toMatchObject({ kind: 'measure' });
  expect(next('client-late')).toMatchObject({ kind: 'measure' });
});

test('a point is measured again as often as the table says, and then its setting has no number', () => {
  const { max } = fault('client-late', '').retry;
  const late = (times: number) => Array.from({ length: times }, () => 'client-late' as const);
  expect(next(...late(max))).toMatchObject({ kind: 'measure' });
  expect(next(...late(max + 1))).toMatchObject({ kind: 'close', final: 'void' });
  // each point has these tries for itself: what was void before a good one counts no more
  expect(next(...late(max), null, ...late(max))).toMatchObject({ kind: 'measure' });
});
