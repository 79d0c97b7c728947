const FIRST_ROOM = 1024;

/**
 * A sample that grows, of eight bytes a number: a long load has millions of gaps, and as plain arrays that are flattened
 * they would take many times of it.
 */
export class Numbers {
  #room = new Float64Array(FIRST_ROOM);
  #count = 0;

  add(value: number): void {
    if (this.#count === this.#room.length) {
      const more = new Float64Array(2 * this.#count);
      more.set(this.#room);
      this.#room = more;
    }
    this.#room[this.#count++] = value;
  }

  /** In the order in which they were added. */
  get all(): Float64Array {
    return this.#room.subarray(0, this.#count);
  }
}
