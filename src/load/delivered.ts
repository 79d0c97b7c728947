import { meanOpen } from '../core/metrics/open-requests.ts';
import type { RequestTrace } from '../core/metrics/trace.ts';
import { quantile } from '../core/stats/quantile.ts';
import type { Milliseconds } from '../core/units.ts';
import type { LoadShape } from '../ports/load.ts';
import { startsOver } from './schedule/closed-loop.ts';

/** How much of the load asked was made; null: too few requests to say. */
export interface Delivered {
  /** Closed: mean open requests over the concurrency, while all slots had work. Open: sent over asked, as rates. */
  readonly share: number | null;
  /** 99 of 100 requests were sent at most this long after their time (open) or after their slot was free (closed). */
  readonly late_p99_ms: Milliseconds | null;
}

/** `begin`: when the load began, on the clock of the traces, which are those of the measurement without the warm-up. */
export function delivered(shape: LoadShape, traces: readonly RequestTrace[], begin: Milliseconds): Delivered {
  const sent = traces.flatMap((t) => (t.sent_ms === null ? [] : [{ ...t, sent_ms: t.sent_ms }]));
  const lateness = sent.map((t) => t.sent_ms - t.intended_ms).sort((a, b) => a - b);
  const times = sent.map((t) => t.sent_ms).sort((a, b) => a - b);
  const share =
    shape.kind === 'closed'
      ? occupied(traces, shape.concurrency, begin + startsOver(shape), times.at(-1) ?? begin)
      : sentInTime(traces, times);
  return { share, late_p99_ms: quantile(lateness, 0.99) };
}

/**
 * From the moment at which all slots have begun to the last send: after it slots run out of work. null where that is
 * less than a round of requests.
 */
function occupied(
  traces: readonly RequestTrace[],
  concurrency: number,
  from: number,
  to: number,
): number | null {
  if (traces.length < 2 * concurrency) return null;
  const open = meanOpen(traces, { from_ms: from, to_ms: to });
  return open === null ? null : open / concurrency;
}

/** The rate at which was sent over that of the schedule, and never more than the share that was sent at all. */
function sentInTime(traces: readonly RequestTrace[], sent: readonly number[]): number | null {
  const intended = traces.map((t) => t.intended_ms).sort((a, b) => a - b);
  const span = (times: readonly number[]) => (times.at(-1) ?? 0) - (times[0] ?? 0);
  if (traces.length === 0) return null;
  const share = sent.length / traces.length;
  return span(sent) <= 0 ? share : Math.min(share, share * (span(intended) / span(sent)));
}
