import type { LoadExtent } from '../../ports/load.ts';
import type { LoadClock } from '../means.ts';

/** What a shape needs to be played. */
export interface LoadRun {
  readonly clock: LoadClock;
  /** Of the clock: when the load begins; every time of the schedule counts from here. */
  readonly begin: number;
  readonly extent: LoadExtent;
  readonly signal: AbortSignal;
  /**
   * Resolves when the answer has ended, in whatever way, with that time of the clock; it may not be judged yet. `intended`
   * is a time of the clock, too.
   */
  send(index: number, slot: number, intended: number): Promise<number>;
  /** The schedule wanted it, and the load ended before. */
  unsent(index: number, intended: number): void;
}

/** Whether the n-th request may still start, now. */
export function mayStart({ clock, begin, extent, signal }: LoadRun, index: number): boolean {
  const { requests, duration_ms } = extent;
  return (
    !signal.aborted &&
    (requests === null || index < requests) &&
    (duration_ms === null || clock.now() - begin < duration_ms)
  );
}
