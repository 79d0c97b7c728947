import type { Observed } from '../observed.ts';
import { message, quoted } from './log.ts';
import { pairsIn } from './python.ts';
import type { View } from './view.ts';

/**
 * What the workers that draft say about themselves once they are built: what drafting really runs with. Rank 0 alone
 * prints it. With a draft tree there are two lines: `Initialized DFLASH draft runner. attention_backend=flashinfer,
 * model=DFlashDraftModel, block_size=8, draft_window_size=2048, compact_cache=True` and `Initialized DDTree worker.
 * block_size=8, tree_budget=8, max_tree_nodes=9`.
 */
export const DRAFT_WORKER = /^Initialized (?:DFLASH draft runner|DDTREE(?: v\d+)? worker)\. /i;
/** What the scheduler says when everything is allocated: `max_total_num_tokens=181248, chunked_prefill_size=8192, ...` */
export const SCHEDULER = /^max_total_num_tokens=/;

/** A value in the last such line that has the key; null: none has. */
export function logged(view: View, pattern: RegExp, key: string): Observed | null {
  for (const line of view.startup.toReversed()) {
    const text = message(line);
    const value = pattern.test(text) ? pairsIn(text)[key] : undefined;
    if (value !== undefined) return { value, source: 'log', evidence: quoted(line) };
  }
  return null;
}

/** A key that the user named, in the log: where drafting is described, else where the scheduler is. */
export function loggedKey(view: View, key: string): Observed | null {
  return logged(view, DRAFT_WORKER, key) ?? logged(view, SCHEDULER, key);
}
