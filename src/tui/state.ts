import type { ObjectiveConfiguration } from '../core/config/configuration.ts';
import type { HoldPointRecord } from '../core/documents/sweep.ts';
import type { GoalKind } from '../core/sweep/records.ts';
import type { Milliseconds } from '../core/units.ts';
import type { LoadProgress } from '../ports/load.ts';
import type { ResultRow } from '../report/rows.ts';
import type { Waiting } from '../run/events.ts';

/** The change that goes on now, and the hold points that it has passed. */
export interface ChangeState {
  readonly goal: GoalKind;
  readonly trial: string | null;
  readonly start: number | null;
  readonly attempt: number;
  readonly hold_points: readonly HoldPointRecord[];
}

export interface LoadState {
  readonly trial: string;
  readonly workload: string;
  readonly concurrency: number | null;
  readonly rate?: number | null;
  readonly progress: LoadProgress;
}

/** What a face knows of a run; made from the run's events alone, so that `attach` draws the same as the run itself. */
export interface ViewState {
  readonly title: string;
  readonly objective: ObjectiveConfiguration;
  /** Monotonic time of the first event, for the running total. */
  readonly begun_ms: Milliseconds;
  readonly change: ChangeState | null;
  /** `received_ms`: the elapsed time is drawn on from here. */
  readonly waiting: { readonly waiting: Waiting; readonly received_ms: Milliseconds } | null;
  readonly load: LoadState | null;
  /** One row for each trial of the plan, in its order. */
  readonly rows: readonly ResultRow[];
  readonly ended: boolean;
}

export interface ViewPlan {
  readonly title: string;
  readonly objective: ObjectiveConfiguration;
  readonly baseline: string | null;
  readonly trials: readonly string[];
}

export function initialState(plan: ViewPlan, now: Milliseconds): ViewState {
  return {
    title: plan.title,
    objective: plan.objective,
    begun_ms: now,
    change: null,
    waiting: null,
    load: null,
    rows: plan.trials.map((name) => pending(name, plan.baseline)),
    ended: false,
  };
}

function pending(name: string, baseline: string | null): ResultRow {
  return {
    name,
    baseline: name === baseline,
    best: false,
    status: 'pending',
    measurements: [],
    load_s: null,
    adopted: false,
    reused: false,
    suspect: false,
    fault: null,
  };
}
