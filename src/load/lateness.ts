import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MeasurementBody } from '../core/documents/measurement.ts';

const RESOLUTION_MS = 5;
/** Below this bound no measurement is called late. */
const TOLERATED_MS = 20;
/** Above it, the bound may be this share of the median request. */
const TOLERATED_SHARE = 0.1;

export interface Lateness {
  /** By how much a time stamp may be late, in 99 of 100 moments; null: too short to say. */
  stop(): number | null;
}

/** Watches how late this process gets to its work: an event that was read late is stamped late. */
export function watchLateness(): Lateness {
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  monitor.enable();
  return {
    stop() {
      monitor.disable();
      // The histogram holds the whole intervals between two ticks of its timer, its resolution included.
      return monitor.count === 0 ? null : Math.max(0, monitor.percentile(99) / 1e6 - RESOLUTION_MS);
    },
  };
}

/** Late: the bound is too large to believe the times of requests that take `median_e2e_ms`. */
export function clientVerdict(
  bound_ms: number | null,
  median_e2e_ms: number | null,
): MeasurementBody['client'] {
  if (bound_ms === null) return { error_bound_ms: null, verdict: 'unknown' };
  const late = bound_ms > Math.max(TOLERATED_MS, TOLERATED_SHARE * (median_e2e_ms ?? 0));
  return { error_bound_ms: Math.round(bound_ms * 1000) / 1000, verdict: late ? 'late' : 'ok' };
}
