import type { EpochMilliseconds, Milliseconds } from '../core/units.ts';

/**
 * Time. Only the loop in `run/` and the load generator hold one.
 *
 * Contract: `now` never goes back. `wait` resolves once, at or after the time, or at once when the signal is aborted
 * (it never rejects). `alarm` calls back once, never from inside the call, and not after it was cancelled. `boot` goes on while the machine sleeps, `now` does not: their difference shows a suspend.
 */
export interface Clock {
  now(): Milliseconds;
  wall(): EpochMilliseconds;
  boot(): Milliseconds;
  /** Returns what cancels it. */
  alarm(ms: Milliseconds, ring: () => void): () => void;
  wait(ms: Milliseconds, signal?: AbortSignal): Promise<void>;
}
