import { isRun } from '../plan/plan.ts';
import { nextFinal, type Rules, screeningOf } from './course.ts';
import type { SweepState, TrialState } from './state.ts';

/** One pass over one trial: its first measurement, or a further reading of it on a fresh start. */
export interface Visit {
  readonly trial: string;
  readonly replicate: number;
}

/**
 * Without an effort: baseline first, then every other setting once in the order of the plan, then the baseline again as
 * replicate 2: the gap between its two readings is what the first decision measures differences with.
 */
function plainVisits(state: SweepState): readonly Visit[] {
  const runnable = state.plan.trials.filter(isRun);
  const first = runnable.map((trial) => ({ trial: trial.name, replicate: 1 }));
  const { baseline } = state.plan;
  if (state.command === 'apply' || baseline === null || runnable.length < 2) return first;
  return [...first, { trial: baseline, replicate: 2 }];
}

/** The next visit that is neither done nor given up; null: all are. `rules` null: no effort was asked for. */
export function nextVisit(state: SweepState, rules: Rules | null): Visit | null {
  const isDecided = rules !== null && state.command === 'sweep';
  const visits = isDecided
    ? screeningOf(state, rules).map((trial) => ({ trial, replicate: 1 }))
    : plainVisits(state);
  for (const visit of visits) {
    const trial = state.trials.find((t) => t.planned.name === visit.trial);
    if (trial !== undefined && isOpen(trial, visit)) return visit;
  }
  return isDecided ? nextFinal(state, rules) : null;
}

function isOpen(trial: TrialState, visit: Visit): boolean {
  if (trial.done.includes(visit.replicate)) return false;
  return visit.replicate === 1
    ? trial.status === 'pending'
    : trial.status === 'measured' && trial.failures <= 1;
}
