import type { DraftTree, TreeShape } from './tree.ts';

/**
 * Off the path of first choices the draft's positions no longer fit what was accepted, since it guessed them as if the
 * first choice had come: every probability there is multiplied by this. Measured: 0.22 to 0.65.
 */
const OFF_SPINE_FACTOR = 0.3;

/**
 * The verification of a tree: the target picks rank r at each node with the marginal of that rank; where the tree has
 * that child the walk goes on. Allocates nothing after construction.
 */
export class TreeWalk {
  readonly #topk: number;
  readonly #reached: Float64Array;
  readonly #spine: Uint8Array;

  constructor(shape: TreeShape) {
    this.#topk = shape.topk;
    this.#reached = new Float64Array(shape.budget);
    this.#spine = new Uint8Array(shape.budget);
  }

  /**
   * How likely at least 1, 2, ... tokens are accepted: `into[d - 1]` becomes the probability that depth d is reached.
   * Exact, since a node is reached along one path only.
   */
  fillReach(tree: DraftTree, marginals: Float64Array, into: Float64Array): void {
    into.fill(0);
    for (let node = 0; node < tree.size; node++) {
      const depth = tree.depths[node] as number;
      const rank = tree.ranks[node] as number;
      const parent = tree.parents[node] as number;
      const fromSpine = parent === -1 || this.#spine[parent] === 1;
      const before = parent === -1 ? 1 : (this.#reached[parent] as number);
      const picked = marginals[(depth - 1) * this.#topk + rank] as number;
      const reach = before * picked * (fromSpine ? 1 : OFF_SPINE_FACTOR);
      this.#spine[node] = fromSpine && rank === 0 ? 1 : 0;
      this.#reached[node] = reach;
      into[depth - 1] = (into[depth - 1] as number) + reach;
    }
  }
}
