import type { SelftestDocument, SelftestPoint } from '../../core/documents/selftest.ts';
import type { Compared, TruthMeans, TruthPoint } from './measure-point.ts';
import { measurePoint } from './measure-point.ts';

/** Pace of each stream, the same for all: 50 events a second, as a fast model speaks. */
export const SELFTEST_TIMING = { first_ms: 200, gap_ms: 20 };
const TOKENS = 64;
/** About three seconds for each, and all of them in less than 20. */
const STREAMS = [16, 64, 128, 256];
/** An error that is larger would be seen in a table of milliseconds. */
const LIMITS = { ttft_p50_ms: 1.5, gap_mean_ms: 0.05, gap_p99_ms: 2 };

/** `measuring` is called with each point before it begins, and gives what it is measured with. */
export async function selftest(
  measuring: <T>(streams: number, use: (means: TruthMeans) => Promise<T>) => Promise<T>,
): Promise<SelftestDocument> {
  const points: SelftestPoint[] = [];
  for (const streams of STREAMS) {
    const point: TruthPoint = {
      shape: { kind: 'closed', concurrency: streams, starts_over_ms: null },
      requests: streams,
      tokens: TOKENS,
      warmup_requests: streams,
    };
    const judged = judge(streams, await measuring(streams, (means) => measurePoint(means, point)));
    points.push(judged);
    if (!judged.timed_truly) break;
  }
  const best = points.findLast(({ timed_truly }) => timed_truly);
  return { streams: best?.streams ?? null, events_per_s: best?.events_per_s ?? null, limits: LIMITS, points };
}

/** Closed: what cannot be compared was not timed truly. */
function judge(streams: number, { body, errors, requests }: Compared): SelftestPoint {
  const within = (value: number | null, limit: number) => value !== null && Math.abs(value) <= limit;
  const miscounted = Math.max(errors.miscounted, body.failed);
  return {
    streams,
    events_per_s: eventsPerSecond(requests.flatMap(({ sent }) => sent)),
    ttft_p50_error_ms: errors.ttft_p50_ms,
    ttft_p99_error_ms: errors.ttft_p99_ms,
    gap_mean_error_ms: errors.gap_mean_ms,
    gap_p99_error_ms: errors.gap_p99_ms,
    error_bound_ms: body.client.error_bound_ms,
    verdict: body.client.verdict,
    miscounted,
    timed_truly:
      miscounted === 0 &&
      within(errors.ttft_p50_ms, LIMITS.ttft_p50_ms) &&
      within(errors.gap_mean_ms, LIMITS.gap_mean_ms) &&
      within(errors.gap_p99_ms, LIMITS.gap_p99_ms),
  };
}

function eventsPerSecond(sent: readonly number[]): number | null {
  const sorted = Float64Array.from(sent).sort();
  const seconds = ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / 1000;
  return seconds > 0 ? sorted.length / seconds : null;
}
