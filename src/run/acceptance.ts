import type { DraftCounters } from '../ports/engine.ts';

/**
 * Mean tokens per verification step between two readings of the server's counters: what was accepted and the one token
 * that a step gives by itself. Where accepted tokens are not counted, every token but the first of a request, which comes
 * from its prompt, is taken for one of a step. null: a reading is missing, nothing was verified in between, or the counters
 * went back (another life of the server).
 */
export function acceptanceBetween(before: DraftCounters | null, after: DraftCounters | null): number | null {
  if (before === null || after === null) return null;
  const steps = after.verify_steps - before.verify_steps;
  const tokens = after.generated_tokens - before.generated_tokens - (after.requests - before.requests);
  if (steps <= 0 || tokens < 0) return null;
  if (before.accepted_tokens === null || after.accepted_tokens === null) return tokens / steps;
  const accepted = after.accepted_tokens - before.accepted_tokens;
  return accepted < 0 ? null : 1 + accepted / steps;
}
