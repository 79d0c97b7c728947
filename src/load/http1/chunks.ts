import { KiB } from '../../core/units.ts';
import { NoHttpAnswer } from './answer-head.ts';

const CR = 0x0d;
const LF = 0x0a;

/** Digits of a size: more than anybody sends, and a whole number still. */
const MOST_DIGITS = 12;
/** Extensions of one size, or all trailers. */
const MOST_ASIDE = 16 * KiB;

type Place =
  | 'size'
  | 'extension'
  | 'size-lf'
  | 'data'
  | 'data-cr'
  | 'data-lf'
  | 'line'
  | 'trailer'
  | 'trailer-lf'
  | 'end-lf'
  | 'over';

/** Where the pieces of a chunked body are in the bytes of a connection, whatever reads they come in (RFC 9112, 7.1). */
export class Chunks {
  #place: Place = 'size';
  #left = 0;
  #digits = 0;
  #aside = 0;

  /** The last chunk and what follows it have been read. */
  get over(): boolean {
    return this.#place === 'over';
  }

  /**
   * Calls `piece` for each run of payload in the bytes of a read, in order. Returns where it stopped: at their end, or
   * behind that of the body. Throws NoHttpAnswer.
   */
  take(bytes: Uint8Array, piece: (from: number, to: number) => void): number {
    let at = 0;
    while (at < bytes.length && this.#place !== 'over') {
      if (this.#place !== 'data') {
        this.#step(bytes[at++] ?? 0);
        continue;
      }
      const end = Math.min(bytes.length, at + this.#left);
      piece(at, end);
      this.#left -= end - at;
      at = end;
      if (this.#left === 0) this.#place = 'data-cr';
    }
    return at;
  }

  #step(byte: number): void {
    switch (this.#place) {
      case 'size':
        return this.#size(byte);
      case 'extension':
        this.#skip();
        if (byte === CR) this.#place = 'size-lf';
        else if (byte === LF) throw bad(byte);
        return;
      case 'size-lf':
        this.#digits = 0;
        this.#aside = 0;
        return this.#expect(byte, LF, this.#left === 0 ? 'line' : 'data');
      case 'data-cr':
        return this.#expect(byte, CR, 'data-lf');
      case 'data-lf':
        return this.#expect(byte, LF, 'size');
      case 'line':
        this.#skip();
        this.#place = byte === CR ? 'end-lf' : 'trailer';
        return;
      case 'trailer':
        this.#skip();
        if (byte === CR) this.#place = 'trailer-lf';
        return;
      case 'trailer-lf':
        return this.#expect(byte, LF, 'line');
      case 'end-lf':
        return this.#expect(byte, LF, 'over');
    }
  }

  #size(byte: number): void {
    const digit = hexDigit(byte);
    if (digit >= 0) {
      this.#left = this.#left * 16 + digit;
      this.#digits += 1;
      if (this.#digits > MOST_DIGITS) throw new NoHttpAnswer('the size of a chunk has too many digits');
      return;
    }
    if (this.#digits === 0) throw bad(byte);
    if (byte === CR) this.#place = 'size-lf';
    else if (byte === 0x3b || byte === 0x20 || byte === 0x09) this.#place = 'extension';
    else throw bad(byte);
  }

  #expect(byte: number, expected: number, next: Place): void {
    if (byte !== expected) throw bad(byte);
    this.#place = next;
  }

  #skip(): void {
    this.#aside += 1;
    if (this.#aside > MOST_ASIDE) throw new NoHttpAnswer('beside its chunks it says too much');
  }
}

function bad(byte: number): NoHttpAnswer {
  return new NoHttpAnswer(`between its chunks stands a byte 0x${byte.toString(16).padStart(2, '0')}`);
}

/** -1: none. */
function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
