import type { TreeShape } from './tree.ts';

/** How the server drafts. `none` and `chain` do not look at budget and topk. */
export interface DraftConfiguration {
  readonly algorithm: 'none' | 'chain' | 'tree';
  /** Nodes that are verified beside the root. */
  readonly budget: number;
  /** Ranks of one position that the tree may use. */
  readonly topk: number;
  /** Tokens of one draft block, the bonus token among them: no path is longer than `block - 1`. */
  readonly block: number;
  /** Tokens of context that the draft sees; null: all of it. */
  readonly window: number | null;
}

/** The tree that a configuration builds; null where it does not draft. A chain is a tree of first choices only. */
export function treeShape(configuration: DraftConfiguration): TreeShape | null {
  const { algorithm, budget, topk, block } = configuration;
  if (algorithm === 'none') return null;
  return algorithm === 'chain'
    ? { budget: block - 1, topk: 1, depth: block - 1 }
    : { budget, topk, depth: block - 1 };
}
