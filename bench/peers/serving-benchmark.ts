import type { TruthCase } from '../truth/case.ts';
import type { Reported } from '../truth/reported.ts';
import { type Json, numberAt } from './json.ts';

/** The flags of both for how a case is asked. */
export function servingLoad({ streams, rate_per_s }: TruthCase): readonly string[] {
  return streams === null ? ['--request-rate', `${rate_per_s}`] : ['--max-concurrency', `${streams}`];
}

/** The result of vLLM's benchmark, and of SGLang's, which came of it. */
export function servingBenchmark(result: Json): Reported {
  return {
    ok: numberAt(result, 'completed') ?? 0,
    ttft_p50_ms: numberAt(result, 'median_ttft_ms'),
    ttft_p99_ms: numberAt(result, 'p99_ttft_ms'),
    gap_mean_ms: numberAt(result, 'mean_itl_ms'),
    gap_p99_ms: numberAt(result, 'p99_itl_ms'),
    tpot_mean_ms: numberAt(result, 'mean_tpot_ms'),
    tokens_per_s: numberAt(result, 'output_throughput'),
  };
}
