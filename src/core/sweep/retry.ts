import type { Fault } from '../fault.ts';
import type { SweepState } from './state.ts';

/**
 * May the open start be tried again after this fault? The table says how often. Of the `control` class only what came
 * up after the old server was gone is worth a retry: a port that was held before anything was touched stays held. A later
 * attempt comes after such a start, and finds what that one has left.
 */
export function canRetry(state: SweepState, fault: Fault): boolean {
  const open = state.open;
  if (open === null) return false;
  if (fault.class === 'control' && open.attempt === 1 && !reachedReleased(state)) return false;
  return open.attempt - 1 < fault.retry.max;
}

function reachedReleased(state: SweepState): boolean {
  return (
    state.open?.hold_points.some((point) => point.name === 'prepared' && point.state === 'passed') ?? false
  );
}

/** Milliseconds to wait before the next attempt, counted from the fault or from the last `released`. */
export function retryAfterMs(fault: Fault, attempt: number): number {
  const { after_s } = fault.retry;
  return 1000 * (after_s[Math.min(attempt, after_s.length) - 1] ?? 0);
}
