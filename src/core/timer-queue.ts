/** One pending wait. `cancelled` ones stay in the queue until they come to the top. */
export interface Timer {
  readonly due: number;
  readonly order: number;
  readonly fire: () => void;
  cancelled: boolean;
}

/** A binary heap of timers, earliest first; timers of one instant keep the order in which they were added. */
export class TimerQueue {
  readonly #heap: Timer[] = [];
  #added = 0;

  add(due: number, fire: () => void): Timer {
    const timer: Timer = { due, order: this.#added++, fire, cancelled: false };
    const heap = this.#heap;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Timer;
      if (!before(timer, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = timer;
    return timer;
  }

  peek(): Timer | null {
    while (this.#heap[0]?.cancelled === true) this.#removeTop();
    return this.#heap[0] ?? null;
  }

  pop(): Timer | null {
    const top = this.peek();
    if (top !== null) this.#removeTop();
    return top;
  }

  #removeTop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const left = heap[child];
      if (left === undefined) break;
      const right = heap[child + 1];
      if (right !== undefined && before(right, left)) child += 1;
      const least = heap[child] as Timer;
      if (!before(least, last)) break;
      heap[at] = least;
      at = child;
    }
    heap[at] = last;
  }
}

function before(a: Timer, b: Timer): boolean {
  return a.due < b.due || (a.due === b.due && a.order < b.order);
}
