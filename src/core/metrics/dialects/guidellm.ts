import { known } from '../known.ts';
import { outputSpan, ttft } from '../request-times.ts';
import { durationOf, type ExportedRun, type GoodTrace, goodOf, outputOf, sumOf } from './run.ts';
import { rate, statisticsOf } from './statistics.ts';

/** (last - first) / (n - 1). null: one token or none. */
export function guidellmItl(trace: GoodTrace): number | null {
  const span = outputSpan(trace);
  const tokens = outputOf(trace);
  return span === null || tokens < 2 ? null : span / (tokens - 1);
}

/** (last - sent) / n: the time to the first token is in it. null: no token. */
export function guidellmTpot(trace: GoodTrace): number | null {
  const [first, span] = [ttft(trace), outputSpan(trace)];
  const tokens = outputOf(trace);
  return first === null || span === null || tokens < 1 ? null : (first + span) / tokens;
}

/** A guidellm report with one benchmark, from its own formulas; only successful requests have metrics. */
export function exportGuidellm(run: ExportedRun): Record<string, unknown> {
  const good = goodOf(run);
  const duration = durationOf(run);
  const metrics = {
    requests_per_second: { successful: { mean: rate(good.length, duration) } },
    request_latency: successful(good.map((t) => (t.ended_ms - t.sent_ms) / 1000)),
    prompt_token_count: successful(good.flatMap((t) => t.input_tokens ?? [])),
    output_token_count: successful(good.map(outputOf)),
    time_to_first_token_ms: successful(known(good.map(ttft))),
    time_per_output_token_ms: successful(known(good.map(guidellmTpot))),
    inter_token_latency_ms: successful(known(good.map(guidellmItl))),
    output_tokens_per_second: { successful: { mean: rate(sumOf(good, outputOf), duration) } },
  };
  const totals = {
    successful: good.length,
    errored: run.traces.length - good.length,
    total: run.traces.length,
  };
  return { benchmarks: [{ duration, metrics: { request_totals: totals, ...metrics } }] };
}

const PERCENTILES = {
  p001: 0.001,
  p01: 0.01,
  p05: 0.05,
  p10: 0.1,
  p25: 0.25,
  p50: 0.5,
  p75: 0.75,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
  p999: 0.999,
} as const;

/** Percentiles by nearest rank: the smallest sample at or below which a share p lies. */
function successful(samples: readonly number[]): Record<string, unknown> {
  const sorted = samples.toSorted((a, b) => a - b);
  const nearest = (p: number) => sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? null;
  const { n, sum, mean, std, min, max } = statisticsOf(samples);
  return {
    successful: {
      mean,
      median: nearest(0.5),
      variance: std === null ? null : std ** 2,
      std_dev: std,
      min,
      max,
      count: n,
      total_sum: sum,
      percentiles: Object.fromEntries(Object.entries(PERCENTILES).map(([name, p]) => [name, nearest(p)])),
    },
  };
}
