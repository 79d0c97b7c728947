import type { DraftCounters } from '../ports/engine.ts';

/**
 * Mean tokens per verification step between two readings of the server's counters: the first token of a request comes
 * from its prompt, all others from steps. null: a reading is missing, nothing was verified in between, or the counters
 * went back (another life of the server).
 */
export function acceptanceBetween(before: DraftCounters | null, after: DraftCounters | null): number | null {
  if (before === null || after === null) return null;
  const steps = after.verify_steps - before.verify_steps;
  const tokens = after.generated_tokens - before.generated_tokens - (after.requests - before.requests);
  return steps <= 0 || tokens < 0 ? null : tokens / steps;
}
