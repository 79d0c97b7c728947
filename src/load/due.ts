import type { RequestTrace } from '../core/metrics/trace.ts';
import type { Milliseconds } from '../core/units.ts';

interface Sent {
  /** When it could be sent. */
  readonly due_ms: Milliseconds;
  readonly sent_ms: Milliseconds;
}

/**
 * When each request of an open loop that was sent could be: at its time, and where no more than `max_open` may be open, not
 * before so many of the earlier ones had ended. The wait for that is the server's, not the client's.
 */
export function dueTimes(traces: readonly RequestTrace[], max_open: number | null): readonly Sent[] {
  const places = new Places(max_open);
  return [...traces]
    .sort((a, b) => a.intended_ms - b.intended_ms || a.index - b.index)
    .flatMap(({ intended_ms, sent_ms, ended_ms }) => {
      if (sent_ms === null) return [];
      const due_ms = Math.max(intended_ms, places.free_at);
      places.take(ended_ms ?? sent_ms);
      return [{ due_ms, sent_ms }];
    });
}

/** The latest ends of the requests so far, as many as may be open: the earliest of them is when the next one has a place. */
class Places {
  readonly #max: number;
  readonly #ends: number[] = [];

  constructor(max_open: number | null) {
    this.#max = max_open ?? 0;
  }

  get free_at(): number {
    const [first] = this.#ends;
    return this.#max === 0 || this.#ends.length < this.#max ? Number.NEGATIVE_INFINITY : (first ?? 0);
  }

  take(end: number): void {
    if (this.#max === 0) return;
    const at = this.#ends.findIndex((each) => each > end);
    this.#ends.splice(at < 0 ? this.#ends.length : at, 0, end);
    if (this.#ends.length > this.#max) this.#ends.shift();
  }
}
