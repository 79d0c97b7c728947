import type { EngineName } from '../../core/engine/definition.ts';
import { countersOf, type EngineCounters } from '../../core/metrics/counters.ts';
import { totalOf } from './prometheus.ts';

type Names = Readonly<Partial<Record<keyof EngineCounters, readonly string[]>>>;

/**
 * Where an engine counts, in /metrics; several names add up. Parts of a server (data parallel), streamed requests and
 * others, and ways in which a request ended have samples of their own, which add up too. Those of speculation are only there
 * where it is on; a step of vLLM that drafts nothing (n-grams that do not repeat) is none of `verify_steps`. SGLang has
 * /metrics with --enable-metrics, llama.cpp with --metrics.
 */
const NAMES: Readonly<Partial<Record<EngineName, Names>>> = {
  llamacpp: {
    generated_tokens: ['llamacpp:tokens_predicted_total'],
    verify_steps: ['llamacpp:spec_decode_num_drafts_total'],
    drafted_tokens: ['llamacpp:spec_decode_num_draft_tokens_total'],
    accepted_tokens: ['llamacpp:spec_decode_num_accepted_tokens_total'],
    // it counts the prompt tokens that it computed and those it did not have to, each for itself
    looked_up_tokens: ['llamacpp:prompt_tokens_total', 'llamacpp:prompt_tokens_cached_total'],
    cached_tokens: ['llamacpp:prompt_tokens_cached_total'],
  },
  sglang: {
    generated_tokens: ['sglang:generation_tokens_total'],
    requests: ['sglang:num_requests_total'],
    verify_steps: ['sglang:spec_verify_calls_total'],
    looked_up_tokens: ['sglang:prompt_tokens_total'],
    cached_tokens: ['sglang:cached_tokens_total'],
    preemptions: ['sglang:num_retracted_requests_total'],
  },
  vllm: {
    generated_tokens: ['vllm:generation_tokens_total'],
    requests: ['vllm:request_success_total'],
    verify_steps: ['vllm:spec_decode_num_drafts_total'],
    drafted_tokens: ['vllm:spec_decode_num_draft_tokens_total'],
    accepted_tokens: ['vllm:spec_decode_num_accepted_tokens_total'],
    looked_up_tokens: ['vllm:prefix_cache_queries_total'],
    cached_tokens: ['vllm:prefix_cache_hits_total'],
    preemptions: ['vllm:num_preemptions_total'],
  },
};

/** null: this engine counts none of it, or not here. */
export function readCounters(engine: EngineName, metricsBody: string): EngineCounters | null {
  const names = NAMES[engine] ?? {};
  const counters = countersOf((counter) => {
    const totals = (names[counter] ?? []).map((name) => totalOf(metricsBody, name));
    return totals.length === 0 || totals.includes(null)
      ? null
      : totals.reduce<number>((sum, total) => sum + (total ?? 0), 0);
  });
  return Object.values(counters).every((value) => value === null) ? null : counters;
}
