/** Something that happens at times of one monotonic clock. */
export interface Timed {
  due: number;
  /** Does what is due, and sets the next `due`; false: there is no more. */
  fire(): boolean;
}

/** What is due within this is waited for awake: a timer would be late by more. */
const AWAKE_MS = 0.05;

/** Absolute times by one timer and one heap: what was late moves nothing that comes after it. */
export class Schedule {
  readonly #heap: Timed[] = [];
  #timer: NodeJS.Timeout | null = null;
  #timer_at = Number.POSITIVE_INFINITY;

  add(timed: Timed): void {
    this.#heap.push(timed);
    this.#up(this.#heap.length - 1);
    this.#arm();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#heap.length = 0;
  }

  #arm(): void {
    const next = this.#heap[0];
    if (next === undefined || (this.#timer !== null && this.#timer_at <= next.due)) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const wait = next.due - performance.now();
    this.#timer_at = next.due;
    this.#timer = setTimeout(() => this.#tick(), Math.max(1, Math.ceil(wait)));
  }

  #tick(): void {
    this.#timer = null;
    this.#timer_at = Number.POSITIVE_INFINITY;
    let now = performance.now();
    for (let next = this.#heap[0]; next !== undefined && next.due <= now; next = this.#heap[0]) {
      if (!next.fire()) this.#removeFirst();
      else this.#down(0);
      now = performance.now();
    }
    const next = this.#heap[0];
    if (next !== undefined && next.due - now < AWAKE_MS) setImmediate(() => this.#tick());
    else this.#arm();
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#down(0);
  }

  #up(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfLater(parent, at)) return;
      at = parent;
    }
  }

  #down(from: number): void {
    let at = from;
    for (;;) {
      const left = 2 * at + 1;
      const [a, b] = [this.#heap[left], this.#heap[left + 1]];
      if (a === undefined) return;
      const child = b !== undefined && b.due < a.due ? left + 1 : left;
      if (!this.#swapIfLater(at, child)) return;
      at = child;
    }
  }

  #swapIfLater(parent: number, child: number): boolean {
    const [a, b] = [this.#heap[parent], this.#heap[child]];
    if (a === undefined || b === undefined || a.due <= b.due) return false;
    this.#heap[parent] = b;
    this.#heap[child] = a;
    return true;
  }
}
