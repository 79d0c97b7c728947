import { KiB } from '../../core/units.ts';
import { type AnswerHead, checkBegun, NoHttpAnswer, readHead } from './answer-head.ts';
import { Chunks } from './chunks.ts';

/** As Node's own limit. */
const MOST_HEAD = 16 * KiB;
const HEAD_END = Buffer.from('\r\n\r\n');

/** One answer out of the bytes of a connection, whatever reads they come in. Interim answers (1xx) are passed over. */
export class AnswerBytes {
  readonly #onHead: (head: AnswerHead) => void;
  /** What came of a head that has not ended. */
  #begun: Buffer | null = null;
  #head: AnswerHead | null = null;
  readonly #chunks = new Chunks();
  #left = 0;
  #whole = false;
  #surplus = false;
  #any = false;

  /** `onHead` is called once, before any of the body is handed over. */
  constructor(onHead: (head: AnswerHead) => void) {
    this.#onHead = onHead;
  }

  /** null: it has not been read to its end. */
  get head(): AnswerHead | null {
    return this.#head;
  }

  /** Some byte was read. */
  get any(): boolean {
    return this.#any;
  }

  /** It has been read to its end. */
  get whole(): boolean {
    return this.#whole;
  }

  /** Bytes came behind its end: they are no part of it, and the connection is of no more use. */
  get surplus(): boolean {
    return this.#surplus;
  }

  /**
   * What a read has of the body, in bytes of its own, since the buffer takes the next read. null: nothing. Throws
   * NoHttpAnswer.
   */
  take(bytes: Buffer): Buffer | null {
    this.#any = true;
    if (this.#head !== null) return this.#takeBody(this.#head, bytes);
    let rest = this.#begun === null ? bytes : Buffer.concat([this.#begun, bytes]);
    this.#begun = null;
    for (;;) {
      const end = rest.indexOf(HEAD_END);
      if ((end < 0 ? rest.length : end) > MOST_HEAD) throw new NoHttpAnswer('its head does not end');
      if (end < 0) {
        checkBegun(rest.toString('latin1'));
        this.#begun = Buffer.from(rest);
        return null;
      }
      const head = readHead(rest.toString('latin1', 0, end));
      rest = rest.subarray(end + HEAD_END.length);
      if (head.status === 101) throw new NoHttpAnswer('it speaks another protocol from here on');
      if (head.status < 200) continue;
      this.#begin(head);
      return this.#takeBody(head, rest);
    }
  }

  /** The other side has closed: is the answer whole now? */
  close(): boolean {
    if (this.#head?.body.by === 'close') this.#whole = true;
    return this.#whole;
  }

  #begin(head: AnswerHead): void {
    this.#head = head;
    this.#left = head.body.by === 'length' ? head.body.bytes : Number.POSITIVE_INFINITY;
    this.#whole = head.body.by === 'none' || this.#left === 0;
    this.#onHead(head);
  }

  #takeBody({ body }: AnswerHead, bytes: Buffer): Buffer | null {
    if (this.#whole) this.#surplus ||= bytes.length > 0;
    if (this.#whole || bytes.length === 0) return null;
    if (body.by === 'chunks') return this.#takeChunks(bytes);
    const to = Math.min(bytes.length, this.#left);
    this.#left -= to;
    this.#whole = this.#left === 0;
    this.#surplus = to < bytes.length;
    return Buffer.from(bytes.subarray(0, to));
  }

  #takeChunks(bytes: Buffer): Buffer | null {
    // of nearly every read the payload is one run
    let first: Buffer | null = null;
    const more: Buffer[] = [];
    const end = this.#chunks.take(bytes, (from, to) => {
      const piece = bytes.subarray(from, to);
      if (first === null) first = piece;
      else more.push(piece);
    });
    this.#whole = this.#chunks.over;
    this.#surplus = end < bytes.length;
    if (first === null) return null;
    return more.length === 0 ? Buffer.from(first) : Buffer.concat([first, ...more]);
  }
}
