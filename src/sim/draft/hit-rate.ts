/** From here on a wider window brings nothing. */
const SUFFICIENT_WINDOW_TOKENS = 2048;
const LOSS_PER_WINDOW_HALVING = 0.006;
/** Up to here the draft was trained: beyond it a longer view disturbs. */
const TRAINED_CONTEXT_TOKENS = 8192;
const LOSS_PER_CONTEXT_DOUBLING = 0.004;

/**
 * The hit rate that a sequence of `context_tokens` really has, from that of its task: less where the window hides what
 * the draft would need, and less where the draft looks back further than it was trained for. `window`: tokens that the
 * draft sees; null: all.
 */
export function effectiveHitRate(
  task_hit_rate: number,
  context_tokens: number,
  window: number | null,
): number {
  const seen = window === null ? context_tokens : Math.min(context_tokens, window);
  const needed = Math.min(context_tokens, SUFFICIENT_WINDOW_TOKENS);
  const halvings = seen < needed ? Math.log2(needed / seen) : 0;
  const doublings = seen > TRAINED_CONTEXT_TOKENS ? Math.log2(seen / TRAINED_CONTEXT_TOKENS) : 0;
  return task_hit_rate - LOSS_PER_WINDOW_HALVING * halvings - LOSS_PER_CONTEXT_DOUBLING * doublings;
}
