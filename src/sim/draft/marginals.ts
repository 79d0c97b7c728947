import type { TreeShape } from './tree.ts';

/** What is left of the hit rate from one position to the next. */
const DECAY_PER_DEPTH = 0.985;
/** Of what the first choice leaves, the part that falls on the vocabulary's other ranks in good order. */
const RANKED_SHARE = 0.9;
/** What is left from one sibling's rank to the next. */
const SIBLING_RATIO = 0.55;

/**
 * The synthetic draft distribution: for each depth the probabilities of the `topk` likeliest tokens, likeliest first,
 * written into `into` one depth after the other. `hit_rate` is that of the first choice at depth 1. A sibling is never
 * likelier than the rank before it, which the sibling formula alone would break where the hit rate is below 0.29.
 */
export function fillMarginals(hit_rate: number, shape: TreeShape, into: Float64Array): void {
  let first = hit_rate;
  for (let depth = 0; depth < shape.depth; depth++) {
    const start = depth * shape.topk;
    into[start] = first;
    let before = first;
    let sibling = (1 - first) * (1 - SIBLING_RATIO) * RANKED_SHARE;
    for (let rank = 1; rank < shape.topk; rank++) {
      before = Math.min(before, sibling);
      into[start + rank] = before;
      sibling *= SIBLING_RATIO;
    }
    first *= DECAY_PER_DEPTH;
  }
}
