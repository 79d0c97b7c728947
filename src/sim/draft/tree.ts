import { CandidateHeap } from './candidate-heap.ts';

export interface TreeShape {
  /** Nodes, the root (the bonus token) not counted. */
  readonly budget: number;
  /** Ranks of one position that may be used. */
  readonly topk: number;
  /** Longest path. */
  readonly depth: number;
}

/** Nodes in the order in which they were taken: a parent and every likelier sibling come before a node. */
export interface DraftTree {
  readonly size: number;
  /** Index of the node from which this one hangs; -1: the root. */
  readonly parents: Int32Array;
  /** 1 below the root. */
  readonly depths: Uint8Array;
  /** 0: the draft's first choice at that depth. */
  readonly ranks: Uint16Array;
  /** Product of the marginals along the path. */
  readonly probabilities: Float64Array;
}

/**
 * Best-first draft trees (DDTree, arXiv 2604.12989): take the likeliest candidate; its next sibling and its first child
 * become candidates; until `budget` nodes are taken. That is the tree with the greatest sum of path probabilities for
 * its number of nodes. Takes O(budget log budget) and allocates nothing after construction.
 */
export class TreeBuilder {
  readonly #shape: TreeShape;
  readonly #candidates: CandidateHeap;
  readonly #tree: { size: number } & DraftTree;

  constructor(shape: TreeShape) {
    this.#shape = shape;
    this.#candidates = new CandidateHeap(2 * shape.budget + 1);
    this.#tree = {
      size: 0,
      parents: new Int32Array(shape.budget),
      depths: new Uint8Array(shape.budget),
      ranks: new Uint16Array(shape.budget),
      probabilities: new Float64Array(shape.budget),
    };
  }

  /**
   * `marginals`: `topk` probabilities for each depth, likeliest first, one depth after the other. The tree is this
   * builder's own and holds until the next call. It is smaller than the budget only where no more paths exist.
   */
  build(marginals: Float64Array): DraftTree {
    const { budget, topk, depth: deepest } = this.#shape;
    const candidates = this.#candidates;
    const tree = this.#tree;
    candidates.clear();
    candidates.push(-1, 1, 0, marginals[0] as number);
    let size = 0;
    for (; size < budget; size++) {
      const best = candidates.pop();
      if (best === -1) break;
      const parent = candidates.parents[best] as number;
      const depth = candidates.depths[best] as number;
      const rank = candidates.ranks[best] as number;
      const probability = candidates.probabilities[best] as number;
      tree.parents[size] = parent;
      tree.depths[size] = depth;
      tree.ranks[size] = rank;
      tree.probabilities[size] = probability;
      if (rank + 1 < topk) {
        const above = parent === -1 ? 1 : (tree.probabilities[parent] as number);
        candidates.push(
          parent,
          depth,
          rank + 1,
          above * (marginals[(depth - 1) * topk + rank + 1] as number),
        );
      }
      if (depth < deepest) {
        candidates.push(size, depth + 1, 0, probability * (marginals[depth * topk] as number));
      }
    }
    tree.size = size;
    return tree;
  }
}
