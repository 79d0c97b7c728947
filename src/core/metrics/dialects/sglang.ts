import { known } from '../known.ts';
import { gaps, gapsPerToken, ttft } from '../request-times.ts';
import type { RequestTrace } from '../trace.ts';
import { durationOf, type ExportedRun, type GoodTrace, goodOf, sumOf } from './run.ts';
import { rate, statisticsOf, summaryOf } from './statistics.ts';

/** Tokens as bench_serving credits them: usage, and without it the number that was REQUESTED. */
export function sglangTokens({ usage_tokens, requested_tokens }: RequestTrace): number {
  return usage_tokens ?? requested_tokens;
}

/** Runs to the last line of the stream, usage and end mark included. */
export function sglangLatency({ sent_ms, last_event_ms, ended_ms }: GoodTrace): number {
  return (last_event_ms ?? ended_ms) - sent_ms;
}

/** (latency - TTFT) / (n - 1). null: one token or none. */
export function sglangTpot(trace: GoodTrace): number | null {
  const first = ttft(trace);
  const tokens = sglangTokens(trace);
  return first === null || tokens < 2 ? null : (sglangLatency(trace) - first) / (tokens - 1);
}

/** Of the OpenAI backends: one gap for each event. */
export const sglangItl = gaps;

/** Of the native backend: each gap over its new tokens, once for each of them. */
export const sglangNativeItl = gapsPerToken;

const PERCENTILES = [90, 95, 99] as const;

/** The object that SGLang's bench_serving appends to its JSONL file, from its own formulas. */
export function exportSglang(run: ExportedRun, backend: 'sglang' | 'sglang-oai'): Record<string, unknown> {
  const good = goodOf(run);
  const duration = durationOf(run);
  const tokens = sumOf(good, sglangTokens);
  const input = sumOf(good, (t) => t.input_tokens ?? 0);
  const itls = good.map((t) => (backend === 'sglang' ? sglangNativeItl(t) : null) ?? sglangItl(t));
  return {
    backend,
    request_rate: run.rate ?? 'inf',
    max_concurrency: run.concurrency,
    duration,
    completed: good.length,
    total_input_tokens: input,
    total_output_tokens: tokens,
    request_throughput: rate(good.length, duration),
    input_throughput: rate(input, duration),
    output_throughput: rate(tokens, duration),
    total_throughput: rate(input + tokens, duration),
    ...summaryOf('e2e_latency', good.map(sglangLatency), PERCENTILES),
    ...summaryOf('ttft', known(good.map(ttft)), PERCENTILES),
    ...summaryOf('tpot', known(good.map(sglangTpot)), PERCENTILES),
    ...summaryOf('itl', itls.flat(), PERCENTILES),
    max_itl_ms: statisticsOf(itls.flat()).max,
    concurrency: rate(sumOf(good, sglangLatency) / 1000, duration),
  };
}
