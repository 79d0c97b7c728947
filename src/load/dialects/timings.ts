import type { Counts, Json } from './chunk.ts';
import { number, object } from './chunk.ts';

/**
 * The `timings` of llama.cpp. Drafts are absent where nothing was drafted. `prompt_n` counts only what was computed: the
 * prompt is that and what came from the cache.
 */
export function timingCounts(body: Json): Counts {
  const timings = object(body.timings);
  const [computed, cached] = [number(timings?.prompt_n), number(timings?.cache_n)];
  return {
    usage_tokens: number(timings?.predicted_n),
    input_tokens: computed === null || cached === null ? null : computed + cached,
    cached_tokens: cached,
    drafted_tokens: number(timings?.draft_n),
    accepted_tokens: number(timings?.draft_n_accepted),
    verify_steps: null,
  };
}
