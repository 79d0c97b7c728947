import { known } from '../known.ts';
import { gaps, outputSpan, ttft } from '../request-times.ts';
import { durationOf, type ExportedRun, type GoodTrace, goodOf, outputOf, sumOf } from './run.ts';
import { rate, statisticsOf } from './statistics.ts';

/** (latency - TTFT) / (n - 1); its latency runs to the last event with output. null: one token or none. */
export function aiperfItl(trace: GoodTrace): number | null {
  const span = outputSpan(trace);
  const tokens = outputOf(trace);
  return span === null || tokens < 2 ? null : span / (tokens - 1);
}

/** Tokens a second of one user: 1 / ITL. */
export function aiperfUserSpeed(trace: GoodTrace): number | null {
  const itl = aiperfItl(trace);
  return itl === null || itl <= 0 ? null : 1000 / itl;
}

function latency(trace: GoodTrace): number | null {
  const [first, span] = [ttft(trace), outputSpan(trace)];
  return first === null || span === null ? null : first + span;
}

/** `profile_export_aiperf.json`, from aiperf's own formulas. */
export function exportAiperf(run: ExportedRun): Record<string, unknown> {
  const good = goodOf(run);
  const seconds = durationOf(run);
  const tokens = sumOf(good, outputOf);
  const input = good.flatMap((t) => t.input_tokens ?? []);
  const single = (unit: string, avg: number | null) => ({ unit, avg });
  return {
    request_throughput: single('requests/sec', rate(good.length, seconds)),
    request_latency: metric('ms', known(good.map(latency))),
    request_count: single('requests', good.length),
    error_request_count: single('requests', run.traces.length - good.length),
    time_to_first_token: metric('ms', known(good.map(ttft))),
    inter_token_latency: metric('ms', known(good.map(aiperfItl))),
    inter_chunk_latency: metric('ms', good.flatMap(gaps)),
    output_token_throughput: single('tokens/sec', rate(tokens, seconds)),
    output_token_throughput_per_user: metric('tokens/sec/user', known(good.map(aiperfUserSpeed))),
    output_sequence_length: metric('tokens', good.map(outputOf)),
    input_sequence_length: metric('tokens', input),
    total_isl: single(
      'tokens',
      sumOf(input, (n) => n),
    ),
    total_osl: single('tokens', tokens),
    benchmark_duration: single('sec', seconds),
  };
}

const PERCENTILES = [1, 5, 10, 25, 50, 75, 90, 95, 99] as const;

function metric(unit: string, samples: readonly number[]): Record<string, unknown> {
  const { mean, std, min, max, percentile } = statisticsOf(samples);
  const percentiles = Object.fromEntries(PERCENTILES.map((p) => [`p${p}`, percentile(p)]));
  return { unit, avg: mean, ...percentiles, min, max, std };
}
