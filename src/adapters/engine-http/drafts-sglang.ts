import type { DraftCounters } from '../../ports/engine.ts';
import { samplesOf } from './prometheus.ts';

/** SGLang's counters of generated tokens and verified drafts, from /metrics (with --enable-metrics). */
export function readSglangDrafts(metricsBody: string): DraftCounters | null {
  const generated_tokens = sum(metricsBody, 'generation_tokens_total');
  const requests = sum(metricsBody, 'num_requests_total');
  const verify_steps = sum(metricsBody, 'spec_verify_calls_total');
  if (generated_tokens === null || requests === null || verify_steps === null) return null;
  return { generated_tokens, requests, verify_steps, accepted_tokens: null };
}

/** Streamed requests and others are counted apart; null: there is no such counter. */
function sum(body: string, name: string): number | null {
  const samples = samplesOf(body, `sglang:${name}`);
  return samples.length === 0 ? null : samples.reduce((total, { value }) => total + value, 0);
}
