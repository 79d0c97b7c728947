import { expect, test } from 'vitest';
import type { StartDocument } from '../../../src/core/documents/sweep.ts';
import type { Plan, PlannedTrial } from '../../../src/core/plan/plan.ts';
import { apply } from '../../../src/core/sweep/apply.ts';
import { sweepDocument } from '../../../src/core/sweep/document.ts';
import type { ChangeResult, JournalRecord } from '../../../src/core/sweep/records.ts';
import { emptyState, type SweepState } from '../../../src/core/sweep/state.ts';

const DIRTY = 'the floor of gpu0 was dirty: 5.0 GiB when it was measured, 0 MiB later';

const plan = {
  trials: ['base', 'one'].map(
    (name) =>
      ({
        name,
        definition: { argv: ['server'], env: {}, cwd: '/', env_complete: false },
      }) as unknown as PlannedTrial,
  ),
} as unknown as Plan;

const durations = { stopped_s: null, released_s: null, loaded_s: null, ready_s: null, measured_s: null };

const start = (number: number, more: Partial<StartDocument> = {}): StartDocument => ({
  start: number,
  attempt: 1,
  adopted: false,
  generation: null,
  hold_points: [],
  durations,
  effective: {},
  measurements: [],
  suspect: [],
  reused_from: null,
  fault: null,
  ...more,
});

const result = (more: Partial<ChangeResult>): ChangeResult => ({
  generation: null,
  adopted: false,
  listener: null,
  effective: {},
  capacity: [],
  durations,
  garbage: false,
  peak_bytes: null,
  version: null,
  model: null,
  floor: {},
  dirty: [],
  ...more,
});

function told(state: SweepState, records: readonly JournalRecord[]): SweepState {
  return records.reduce(
    (before, record) => apply(before, { wall: '2030-01-01T00:00:00.000Z', record }),
    state,
  );
}

const stopped = (change: number, more: Partial<ChangeResult>): readonly JournalRecord[] => [
  { type: 'change.begun', change, goal: 'stopped', trial: null, start: null, attempt: 1, replicate: 1 },
  { type: 'change.ended', change, outcome: 'ready', fault: null, result: result(more) },
];

test('a dirty floor makes the starts before it suspect, but for what was adopted or taken over', () => {
  const state = told(emptyState('run', 'sweep', plan), [
    { type: 'start.ended', trial: 'base', start: start(1, { adopted: true }) },
    { type: 'start.ended', trial: 'base', start: start(2) },
    { type: 'start.ended', trial: 'one', start: start(1, { reused_from: 'earlier' }) },
    ...stopped(1, { floor: { gpu0: 0 }, dirty: [DIRTY] }),
    { type: 'start.ended', trial: 'one', start: start(2) },
  ]);
  const decision = { kind: 'not_enough_data', best: null, reason: '', command: null } as const;
  const { trials } = sweepDocument(state, '/runs/run', decision);
  expect(trials.flatMap(({ starts }) => starts.map(({ suspect }) => suspect))).toEqual([[], [DIRTY], [], []]);
});

test('the floor with which a release has passed is kept for the next change, whatever its goal was', () => {
  const before = told(emptyState('run', 'sweep', plan), stopped(1, { floor: { gpu0: 5, gpu1: 7 } }));
  expect(told(before, stopped(2, { floor: { gpu0: 3 } })).floor).toEqual({ gpu0: 3, gpu1: 7 });
});
