import type { GoodputLimits } from '../../documents/measurement.ts';
import { known } from '../known.ts';
import { mostOpen } from '../open-requests.ts';
import { durationOf, type ExportedRun, type GoodTrace, goodOf, outputOf, sumOf } from './run.ts';
import { rate, summaryOf } from './statistics.ts';

/**
 * The events that `vllm bench serve` puts a time to: those with `choices`, so one that only names a role is the first,
 * and one that only says that the answer is finished is the last.
 */
function stamps({ first_event_ms, token_events_ms, last_choice_ms }: GoodTrace): readonly number[] {
  const times = Array.from(token_events_ms);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [
    ...(first_event_ms !== null && first_event_ms < first ? [first_event_ms] : []),
    ...times,
    ...(last_choice_ms !== null && last_choice_ms > last ? [last_choice_ms] : []),
  ];
}

export function vllmTtft(trace: GoodTrace): number | null {
  const first = stamps(trace)[0];
  return first === undefined ? null : first - trace.sent_ms;
}

/** To the last event with `choices`. */
export function vllmLatency(trace: GoodTrace): number {
  return (stamps(trace).at(-1) ?? trace.ended_ms) - trace.sent_ms;
}

/** One gap for each event, however many tokens it carries. */
export function vllmItl(trace: GoodTrace): readonly number[] {
  const times = stamps(trace);
  return times.slice(1).map((at, i) => at - (times[i] ?? at));
}

/** (latency - TTFT) / (n - 1). null: one token or none. */
export function vllmTpot(trace: GoodTrace): number | null {
  const first = vllmTtft(trace);
  const tokens = outputOf(trace);
  return first === null || tokens < 2 ? null : (vllmLatency(trace) - first) / (tokens - 1);
}

const PERCENTILES = [50, 90, 95, 99] as const;

/** The result file of `vllm bench serve`, from its own formulas. Times in arrays are seconds, as there. */
export function exportVllm(run: ExportedRun): Record<string, unknown> {
  const good = goodOf(run);
  const duration = durationOf(run);
  const tokens = sumOf(good, outputOf);
  const input = sumOf(good, (t) => t.input_tokens ?? 0);
  return {
    backend: 'openai',
    model_id: run.model,
    num_prompts: run.traces.length,
    request_rate: run.rate ?? 'inf',
    max_concurrency: run.concurrency,
    duration,
    completed: good.length,
    failed: run.traces.length - good.length,
    total_input_tokens: input,
    total_output_tokens: tokens,
    request_throughput: rate(good.length, duration),
    ...(run.goodput === undefined
      ? {}
      : { request_goodput: rate(withinLimits(good, run.goodput).length, duration) }),
    output_throughput: rate(tokens, duration),
    total_token_throughput: rate(input + tokens, duration),
    max_concurrent_requests: mostOpen(run.traces),
    ...summaryOf('ttft', known(good.map(vllmTtft)), PERCENTILES),
    ...summaryOf('tpot', known(good.map(vllmTpot)), PERCENTILES),
    ...summaryOf('itl', good.flatMap(vllmItl), PERCENTILES),
    ...summaryOf('e2el', good.map(vllmLatency), PERCENTILES),
    input_lens: good.map((t) => t.input_tokens ?? 0),
    output_lens: good.map(outputOf),
    ttfts: known(good.map(vllmTtft)).map((ms) => ms / 1000),
    itls: good.map((t) => vllmItl(t).map((ms) => ms / 1000)),
  };
}

/** A time per token of an answer of one token is 0 there. */
function withinLimits(
  good: readonly GoodTrace[],
  { ttft_ms, tpot_ms, e2e_ms }: GoodputLimits,
): readonly GoodTrace[] {
  const within = (ms: number, limit: number | undefined) => limit === undefined || ms <= limit;
  return good.filter(
    (trace) =>
      within(vllmTtft(trace) ?? 0, ttft_ms) &&
      within(vllmTpot(trace) ?? 0, tpot_ms) &&
      within(vllmLatency(trace), e2e_ms),
  );
}
