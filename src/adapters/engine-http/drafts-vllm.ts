import type { DraftCounters } from '../../ports/engine.ts';
import { samplesOf } from './prometheus.ts';

/**
 * vLLM's counters of generated, drafted and accepted tokens, from /metrics. Those of drafts are there only where
 * speculation is on. A step that drafts nothing (n-grams that do not repeat) is none of `verify_steps`.
 */
export function readVllmDrafts(metricsBody: string): DraftCounters | null {
  const generated_tokens = sum(metricsBody, 'generation_tokens_total');
  const requests = sum(metricsBody, 'request_success_total');
  const verify_steps = sum(metricsBody, 'spec_decode_num_drafts_total');
  const accepted_tokens = sum(metricsBody, 'spec_decode_num_accepted_tokens_total');
  if (generated_tokens === null || requests === null || verify_steps === null || accepted_tokens === null)
    return null;
  return { generated_tokens, requests, verify_steps, accepted_tokens };
}

/** Engines (data parallel) and ways in which a request ended are counted apart; null: there is no such counter. */
function sum(body: string, name: string): number | null {
  const samples = samplesOf(body, `vllm:${name}`);
  return samples.length === 0 ? null : samples.reduce((total, { value }) => total + value, 0);
}
