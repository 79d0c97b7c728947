import type { ServerCounts } from '../documents/measurement.ts';
import { countedBetween, type EngineCounters } from './counters.ts';

/** What the server says it did over a load: differences of its counters. null: it counts nothing, or was not read. */
export function serverCounts(
  before: EngineCounters | null,
  after: EngineCounters | null,
): ServerCounts | null {
  if (before === null || after === null) return null;
  const { requests: _requests, looked_up_tokens, verify_steps, ...counted } = countedBetween(before, after);
  const { drafted_tokens, accepted_tokens, cached_tokens } = counted;
  return {
    ...counted,
    verify_steps,
    acceptance_length: acceptanceBetween(before, after),
    acceptance_rate: share(accepted_tokens, drafted_tokens),
    cache_hit_share: share(cached_tokens, looked_up_tokens),
  };
}

/**
 * Mean tokens per verification step between two readings: what was accepted and the one token that a step gives by itself.
 * Where accepted tokens are not counted, every token but the first of a request, which comes from its prompt, is taken for
 * one of a step. null: a counter is missing or went back, or nothing was verified in between.
 */
export function acceptanceBetween(
  before: EngineCounters | null,
  after: EngineCounters | null,
): number | null {
  const { verify_steps, accepted_tokens, generated_tokens, requests } = countedBetween(before, after);
  if (verify_steps === null || verify_steps === 0) return null;
  if (after?.accepted_tokens != null)
    return accepted_tokens === null ? null : 1 + accepted_tokens / verify_steps;
  if (generated_tokens === null || requests === null || generated_tokens < requests) return null;
  return (generated_tokens - requests) / verify_steps;
}

/** null: one is not known, nothing is in the whole, or the part is no part of it. */
function share(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 || part > whole ? null : part / whole;
}
