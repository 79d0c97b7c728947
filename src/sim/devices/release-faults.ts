import { type Bytes, GiB, type Milliseconds } from '../../core/units.ts';
import type { FaultBook } from '../faults/book.ts';
import type { DrainShape } from './drain.ts';

const NEVER_BACK = { device: 3, bytes: 40 * GiB };
const VANISHES = { device: 5 };
const LATE = { flat_ms: 75_000, mean_ms: 700 };
/** Long enough for a server that has begun to take memory to come to its weights, short enough for the next one. */
const LEFTOVER = { bytes: 40 * GiB, ms: 30_000 };
const SHRUNKEN = { bytes: 6 * GiB };
const FOREIGN = { device: 2, bytes: 20 * GiB };

/** What the script of faults says about device memory around one start of the server. */
export class ReleaseFaults {
  readonly #book: FaultBook;

  constructor(book: FaultBook) {
    this.#book = book;
  }

  /** How a device gives memory back before that start, where it is not as usual. */
  shape(start: number, device: number): DrainShape | null {
    const fault = this.#book.at('late-release', start);
    if (fault === null || (fault.device ?? device) !== device) return null;
    return { ...LATE, flat_ms: fault.ms ?? LATE.flat_ms };
  }

  /** What a device keeps for ever of the memory of the process before that start. */
  kept(start: number, device: number): Bytes {
    const fault = this.#book.at('memory-never-back', start);
    if (fault === null || (fault.device ?? NEVER_BACK.device) !== device) return 0;
    return fault.bytes ?? NEVER_BACK.bytes;
  }

  vanishing(start: number): number | null {
    const fault = this.#book.at('device-vanishes', start);
    return fault === null ? null : (fault.device ?? VANISHES.device);
  }

  /** Memory that no report shows when that start comes; `ms` after its first allocation it is back (null: at its end). */
  hidden(start: number, device: number): { readonly bytes: Bytes; readonly ms: Milliseconds | null } {
    const leftover = this.#book.at('leftover-oom', start);
    if (leftover !== null && (leftover.device ?? device) === device)
      return { bytes: leftover.bytes ?? LEFTOVER.bytes, ms: leftover.ms ?? LEFTOVER.ms };
    const shrunken = this.#book.at('shrunken-kv', start);
    if (shrunken !== null && (shrunken.device ?? device) === device)
      return { bytes: shrunken.bytes ?? SHRUNKEN.bytes, ms: shrunken.ms };
    return { bytes: 0, ms: null };
  }

  /** Somebody else takes memory when the server before that start has ended; `ms` null: for good. */
  foreign(start: number): {
    readonly device: number;
    readonly bytes: Bytes;
    readonly ms: Milliseconds | null;
  } | null {
    const fault = this.#book.at('foreign-holder', start);
    if (fault === null) return null;
    return {
      device: fault.device ?? FOREIGN.device,
      bytes: fault.bytes ?? FOREIGN.bytes,
      ms: fault.ms,
    };
  }
}
