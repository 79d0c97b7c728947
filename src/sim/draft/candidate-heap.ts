/**
 * The candidates of one tree, with a binary max-heap over their path probabilities. Everything lies in typed arrays that
 * live as long as the heap. Of two equally likely candidates the one that was pushed first comes first.
 */
export class CandidateHeap {
  readonly parents: Int32Array;
  readonly depths: Uint8Array;
  readonly ranks: Uint16Array;
  readonly probabilities: Float64Array;
  readonly #heap: Int32Array;
  #pushed = 0;
  #waiting = 0;

  /** `capacity`: candidates pushed between two calls of `clear`. */
  constructor(capacity: number) {
    this.parents = new Int32Array(capacity);
    this.depths = new Uint8Array(capacity);
    this.ranks = new Uint16Array(capacity);
    this.probabilities = new Float64Array(capacity);
    this.#heap = new Int32Array(capacity);
  }

  clear(): void {
    this.#pushed = 0;
    this.#waiting = 0;
  }

  push(parent: number, depth: number, rank: number, probability: number): void {
    const candidate = this.#pushed++;
    this.parents[candidate] = parent;
    this.depths[candidate] = depth;
    this.ranks[candidate] = rank;
    this.probabilities[candidate] = probability;
    let at = this.#waiting++;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = this.#heap[above] as number;
      if (!this.#before(candidate, other)) break;
      this.#heap[at] = other;
      at = above;
    }
    this.#heap[at] = candidate;
  }

  /** The likeliest candidate, taken out; -1: none is left. */
  pop(): number {
    if (this.#waiting === 0) return -1;
    const best = this.#heap[0] as number;
    const last = this.#heap[--this.#waiting] as number;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= this.#waiting) break;
      const right = below + 1;
      if (right < this.#waiting && this.#before(this.#heap[right] as number, this.#heap[below] as number)) {
        below = right;
      }
      const other = this.#heap[below] as number;
      if (!this.#before(other, last)) break;
      this.#heap[at] = other;
      at = below;
    }
    this.#heap[at] = last;
    return best;
  }

  #before(one: number, other: number): boolean {
    const difference = (this.probabilities[one] as number) - (this.probabilities[other] as number);
    return difference > 0 || (difference === 0 && one < other);
  }
}
