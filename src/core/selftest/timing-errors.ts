import { mean, quantile } from '../stats/quantile.ts';
import type { Milliseconds } from '../units.ts';

/** One request as a client timed it, on a clock of its own. */
export interface SeenTimes {
  readonly sent_ms: Milliseconds;
  /** Of each event with output. */
  readonly events_ms: readonly Milliseconds[];
}

/** The same request as the server that answered it logged it, on its own clock. */
export interface TrueTimes {
  readonly arrived: Milliseconds;
  /** By at most this it arrived earlier: the server was busy with the requests before it. */
  readonly queue_ms: Milliseconds;
  readonly sent: readonly Milliseconds[];
}

/** What a client adds of its own to what it measures; each is seen minus true. null: nothing to compare. */
export interface TimingErrors {
  readonly ttft_p50_ms: Milliseconds | null;
  readonly ttft_p99_ms: Milliseconds | null;
  /** Of the mean time from one event to the next. */
  readonly gap_mean_ms: Milliseconds | null;
  /** Of its 99th percentile. */
  readonly gap_p99_ms: Milliseconds | null;
  /** Requests of which the client saw more or fewer events than were sent. */
  readonly miscounted: number;
}

/**
 * Compares by differences within one clock alone, so that two clocks need no common origin. The error of the time to
 * the first event is that of each request; of gaps, that of the two distributions (an event that comes late makes the
 * next gap short).
 */
export function timingErrors(pairs: readonly (readonly [SeenTimes, TrueTimes])[]): TimingErrors {
  const ttft: number[] = [];
  const seen_gaps: number[] = [];
  const true_gaps: number[] = [];
  let miscounted = 0;
  for (const [seen, truth] of pairs) {
    const [first, sent] = [seen.events_ms[0], truth.sent[0]];
    if (seen.events_ms.length !== truth.sent.length) miscounted++;
    if (first === undefined || sent === undefined) continue;
    ttft.push(first - seen.sent_ms - (sent - truth.arrived + truth.queue_ms));
    pushGaps(seen_gaps, seen.events_ms);
    pushGaps(true_gaps, truth.sent);
  }
  const sorted = (values: number[]) => values.sort((a, b) => a - b);
  sorted(ttft);
  return {
    ttft_p50_ms: quantile(ttft, 0.5),
    ttft_p99_ms: quantile(ttft, 0.99),
    gap_mean_ms: difference(mean(seen_gaps), mean(true_gaps)),
    gap_p99_ms: difference(quantile(sorted(seen_gaps), 0.99), quantile(sorted(true_gaps), 0.99)),
    miscounted,
  };
}

function pushGaps(into: number[], times: readonly number[]): void {
  for (let i = 1; i < times.length; i++) into.push((times[i] ?? 0) - (times[i - 1] ?? 0));
}

function difference(seen: number | null, truth: number | null): number | null {
  return seen === null || truth === null ? null : seen - truth;
}
