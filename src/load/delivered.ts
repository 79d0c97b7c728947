import { meanOpen } from '../core/metrics/open-requests.ts';
import type { RequestTrace } from '../core/metrics/trace.ts';
import { quantile } from '../core/stats/quantile.ts';
import type { Milliseconds } from '../core/units.ts';
import type { LoadShape } from '../ports/load.ts';
import { dueTimes } from './due.ts';
import { startsOver } from './schedule/closed-loop.ts';

/** How much of the load asked was made. */
export interface Delivered {
  /**
   * Closed: mean open requests over the concurrency, while all slots had work. Open: sent over asked, as rates. null: too
   * few requests to say.
   */
  readonly share: number | null;
  /** For how long the client made none of the load where it should have, each slot for itself; what was never sent is not in it. */
  readonly lost_ms: Milliseconds;
  /** Requests that were never sent: as many as may be open were open until the end. */
  readonly unsent: number;
  /**
   * Open: 99 of 100 requests were sent at most this long after they could be. null: none was sent, or a closed loop,
   * which has no times of its own; what it loses between two requests is no part of `share`.
   */
  readonly late_p99_ms: Milliseconds | null;
}

/** `begin`: when the load began, on the clock of the traces, which are those of the measurement without the warm-up. */
export function delivered(shape: LoadShape, traces: readonly RequestTrace[], begin: Milliseconds): Delivered {
  const unsent = traces.filter(({ sent_ms }) => sent_ms === null).length;
  if (shape.kind === 'closed') {
    const from_ms = begin + startsOver(shape);
    const to_ms = traces.reduce((last, { sent_ms }) => Math.max(last, sent_ms ?? last), from_ms);
    const share = occupied(traces, shape.concurrency, from_ms, to_ms);
    const lost_ms = share === null ? 0 : (1 - share) * (to_ms - from_ms);
    return { share, lost_ms, unsent, late_p99_ms: null };
  }
  const sent = dueTimes(traces, shape.max_open);
  const lateness = sent.map(({ due_ms, sent_ms }) => sent_ms - due_ms).sort((a, b) => a - b);
  const lost_ms = Math.max(0, span(sent.map((t) => t.sent_ms)) - span(sent.map((t) => t.due_ms)));
  return { share: sentInTime(traces, sent), lost_ms, unsent, late_p99_ms: quantile(lateness, 0.99) };
}

/**
 * From the moment at which all slots have begun to the last send: after it slots run out of work. null where that is
 * less than a round of requests.
 */
function occupied(
  traces: readonly RequestTrace[],
  concurrency: number,
  from_ms: number,
  to_ms: number,
): number | null {
  if (traces.length < 2 * concurrency) return null;
  const open = meanOpen(traces, { from_ms, to_ms });
  return open === null ? null : open / concurrency;
}

/** The rate at which was sent over that of the times at which could be, and never more than the share that was sent at all. */
function sentInTime(
  traces: readonly RequestTrace[],
  sent: readonly { readonly due_ms: number; readonly sent_ms: number }[],
): number | null {
  if (traces.length === 0) return null;
  const share = sent.length / traces.length;
  const took = span(sent.map((t) => t.sent_ms));
  return took <= 0 ? share : Math.min(share, share * (span(sent.map((t) => t.due_ms)) / took));
}

function span(times: readonly number[]): number {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const time of times) {
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  return Math.max(0, last - first);
}
