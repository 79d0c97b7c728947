import type { Fault } from '../fault.ts';
import type { WorkloadPoint } from '../plan/plan.ts';
import { type EpochMilliseconds, type Milliseconds, SECOND } from '../units.ts';
import type { Rules } from './course.ts';
import { duePass } from './evaluated.ts';
import type { Pass } from './records.ts';
import { canRetry, retryAfterMs } from './retry.ts';
import type { OpenStart, SweepState } from './state.ts';
import { trialOf } from './state.ts';
import { nextVisit, type Visit } from './visits.ts';

export type Step =
  | { readonly kind: 'observe' }
  | { readonly kind: 'start'; readonly visit: Visit; readonly start: number; readonly attempt: number }
  | { readonly kind: 'measure'; readonly open: OpenStart; readonly point: WorkloadPoint }
  | { readonly kind: 'evaluate'; readonly open: OpenStart; readonly pass: Pass }
  | { readonly kind: 'verify'; readonly open: OpenStart }
  | {
      readonly kind: 'close';
      readonly open: OpenStart;
      readonly final: 'measured' | 'failed' | 'void' | null;
    }
  | { readonly kind: 'skip'; readonly trial: string }
  | {
      readonly kind: 'give-up';
      readonly trial: string;
      readonly status: 'failed' | 'void';
      readonly fault: Fault;
    }
  | { readonly kind: 'make-room' }
  | { readonly kind: 'wait'; readonly until: EpochMilliseconds; readonly why: string }
  | { readonly kind: 'stop'; readonly reason: string }
  | { readonly kind: 'restore' }
  | { readonly kind: 'end' };

export interface Surroundings {
  readonly now: EpochMilliseconds;
  readonly limit_load_ms: Milliseconds;
  readonly limit_total_ms: Milliseconds;
  readonly limit_release_ms: Milliseconds;
  readonly points: readonly WorkloadPoint[];
  /** Answers of every setting are judged. */
  readonly evaluates: boolean;
  /** null: no effort was asked for. */
  readonly rules: Rules | null;
}

/** What the sweep does next: a pure function of what the journal says and of the time. */
export function nextStep(state: SweepState, around: Surroundings): Step {
  if (state.restored !== null) return { kind: 'end' };
  if (state.original === null) return state.stop === null ? { kind: 'observe' } : { kind: 'restore' };
  if (state.stop !== null) return state.open === null ? { kind: 'restore' } : closing(state, state.open);
  if (state.open !== null) return withOpen(state, state.open, around);
  const unfit = state.trials.find(
    (t) => t.status === 'pending' && (t.planned.rejected ?? t.planned.duplicate_of) !== null,
  );
  if (unfit !== undefined) return { kind: 'skip', trial: unfit.planned.name };
  const visit = nextVisit(state, around.rules);
  if (visit === null) return { kind: 'restore' };
  return begin(state, visit, around);
}

function begin(state: SweepState, visit: Visit, around: Surroundings): Step {
  const trial = trialOf(state, visit.trial);
  const last = trial.starts.at(-1)?.fault ?? null;
  if (visit.replicate === 1 && last !== null && trial.failures > last.retry.max) {
    return {
      kind: 'give-up',
      trial: visit.trial,
      status: last.scope === 'measurement' ? 'void' : 'failed',
      fault: last,
    };
  }
  if (trial.failures > 0 && last !== null) {
    const leftover = last.class === 'leftover';
    if (leftover && (state.released_at ?? 0) < (state.failed_at ?? 0)) return { kind: 'make-room' };
    const from = leftover ? state.released_at : state.failed_at;
    const until = (from ?? around.now) + retryAfterMs(last, trial.failures);
    if (around.now < until)
      return { kind: 'wait', until, why: `${visit.trial} is tried again after ${last.name}` };
  }
  const fits = fitsIn(state, around);
  if (fits !== null) return { kind: 'stop', reason: fits };
  return { kind: 'start', visit, start: trial.starts.length + 1, attempt: trial.failures + 1 };
}

/** No start unless it and the restore still fit before the window closes and the total is used up. */
function fitsIn(state: SweepState, around: Surroundings): string | null {
  const load = state.longest_load_ms ?? around.limit_load_ms;
  const restore = state.original?.definition === null ? around.limit_release_ms / 10 : load;
  const needed = load + restore;
  const total = (state.begun_at ?? around.now) + around.limit_total_ms;
  const minutes = Math.ceil(needed / 60 / SECOND);
  if (state.until_ms !== null && around.now + needed > state.until_ms) {
    return `the window closes: another start and the restore need ${minutes} min`;
  }
  return around.now + needed > total
    ? `limits.total is used up: another start and the restore need ${minutes} min`
    : null;
}

function withOpen(state: SweepState, open: OpenStart, around: Surroundings): Step {
  const visit = { trial: open.trial, replicate: open.replicate };
  if (open.outcome === null) return { kind: 'start', visit, start: open.start, attempt: open.attempt };
  if (open.outcome !== 'ready') return closing(state, open);
  if (open.verified) return { kind: 'close', open, final: 'measured' };
  if (state.command === 'apply') return { kind: 'close', open, final: 'measured' };
  const point = around.points.find((p) => !isMeasured(open, p));
  const pass = around.evaluates ? duePass(open, point === undefined) : null;
  if (pass !== null) return { kind: 'evaluate', open, pass };
  if (point === undefined)
    return around.points.length === 0 && !around.evaluates
      ? { kind: 'close', open, final: 'measured' }
      : { kind: 'verify', open };
  const last_void = open.voids.at(-1);
  if (last_void !== undefined && open.voids_in_a_row > last_void.retry.max)
    return { kind: 'close', open, final: 'void' };
  return { kind: 'measure', open, point };
}

function isMeasured(open: OpenStart, point: WorkloadPoint): boolean {
  return open.measurements.some(
    (m) =>
      m.workload === point.workload.name &&
      m.concurrency === point.concurrency &&
      m.rate === (point.rate ?? null),
  );
}

function closing(state: SweepState, open: OpenStart): Step {
  const { fault } = open;
  if (fault === null) return { kind: 'close', open, final: null };
  if (state.stop === null && canRetry(state, fault)) return { kind: 'close', open, final: null };
  return { kind: 'close', open, final: fault.scope === 'measurement' ? 'void' : 'failed' };
}
