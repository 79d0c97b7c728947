import type { SweepState, TrialState } from './state.ts';

/** One pass over one trial: its first measurement, or the baseline's second reading at the end. */
export interface Visit {
  readonly trial: string;
  readonly replicate: number;
}

/**
 * Baseline first, then every other setting once in the order of the plan, then the baseline again as replicate 2: the
 * gap between its two readings is what the first decision measures differences with.
 */
export function visitsOf(state: SweepState): readonly Visit[] {
  const runnable = state.plan.trials.filter(
    (trial) => trial.rejected === null && trial.duplicate_of === null,
  );
  const first = runnable.map((trial) => ({ trial: trial.name, replicate: 1 }));
  const { baseline } = state.plan;
  if (state.command === 'apply' || baseline === null || runnable.length < 2) return first;
  return [...first, { trial: baseline, replicate: 2 }];
}

/** The next visit that is neither done nor given up; null: all are. */
export function nextVisit(state: SweepState): Visit | null {
  for (const visit of visitsOf(state)) {
    const trial = state.trials.find((t) => t.planned.name === visit.trial);
    if (trial !== undefined && isOpen(trial, visit)) return visit;
  }
  return null;
}

function isOpen(trial: TrialState, visit: Visit): boolean {
  if (trial.done.includes(visit.replicate)) return false;
  return visit.replicate === 1
    ? trial.status === 'pending'
    : trial.status === 'measured' && trial.failures <= 1;
}
