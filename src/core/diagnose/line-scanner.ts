import type { LogLine } from '../log-line.ts';
import { KiB } from '../units.ts';
import { Automaton } from './automaton.ts';
import { ALIVE, automaton } from './catalog.ts';

/** What is longer is cut: no pattern needs more, and a line of a gigabyte must not fill the memory. */
const LONGEST_LINE = 64 * KiB;
const NEWLINE = 10;
const NOWHERE = -1;
/** Lines that are shown around one that matters. */
const CONTEXT = 3;

/** Gets the lines of a log that can mean anything, in their order. */
export interface LineSink {
  /** A line with a word in it that is looked for. */
  line(line: LogLine): void;
  /** A line beside one, that tells nothing itself. */
  pass(line: LogLine): void;
  /** Lines that a server at work writes have come. */
  alive(): void;
  /** Bits of the words that are looked for. */
  readonly interest: number;
  /** The next line is to be passed, whatever is in it. */
  readonly wants_more: boolean;
}

/**
 * Takes a log as it comes, in pieces of any size, and hands on what matters. Most lines of a large log are progress: they
 * are never made into text. Each byte is looked at once.
 */
export class LineScanner {
  readonly #sink: LineSink;
  readonly #decoder = new TextDecoder();
  #state = 0;
  #bits = 0;
  #line = 1;
  /** Of the first byte of the present piece, from the beginning of the log. */
  #offset = 0;
  /** The beginning of a line whose end has not come: what is kept of it, and how long it is. */
  #rest = new Uint8Array(0);
  #rest_bytes = 0;
  #torn = false;
  /** Where the last lines of this piece begin that were not handed on, by their number. */
  readonly #begins = new Array<number>(CONTEXT).fill(NOWHERE);
  /** The last lines of earlier pieces that were not handed on. */
  #skipped: LogLine[] = [];

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /** Lines whose end has come, and one more if another has begun. */
  get lines(): number {
    return this.#line - (this.#rest_bytes === 0 ? 1 : 0);
  }

  feed(bytes: Uint8Array): void {
    const { next, classes, found } = automaton();
    const sink = this.#sink;
    let state = this.#state;
    let bits = this.#bits;
    let begin = 0;
    for (let at = 0; at < bytes.length; at++) {
      state = next[(state << 7) | (classes[bytes[at] ?? 0] ?? 0)] ?? 0;
      const bit = found[state] ?? 0;
      if (bit === 0) continue;
      if (bit !== Automaton.ends) {
        bits |= bit;
        continue;
      }
      if ((bits & sink.interest) !== 0 || sink.wants_more) this.#hand(bytes, begin, at, bits);
      else {
        if ((bits & ALIVE) !== 0) sink.alive();
        if (this.#rest_bytes > 0) this.#skip(this.#lineOf(bytes, begin, at, this.#line));
        else this.#begins[this.#line % CONTEXT] = begin;
      }
      this.#line++;
      this.#rest_bytes = 0;
      begin = at + 1;
      bits = 0;
    }
    this.#skipRecent(bytes, begin);
    this.#keep(bytes.subarray(begin));
    this.#begins.fill(NOWHERE);
    this.#offset += bytes.length;
    this.#state = state;
    this.#bits = bits;
  }

  /** The log has ended, with or without a line's end. */
  end(): void {
    if (this.#rest_bytes === 0) return;
    this.#torn = true;
    this.feed(Uint8Array.of(NEWLINE));
    this.#torn = false;
  }

  #hand(bytes: Uint8Array, begin: number, end: number, bits: number): void {
    this.#skipRecent(bytes, begin);
    for (const line of this.#skipped) this.#sink.pass(line);
    this.#skipped = [];
    const line = this.#lineOf(bytes, begin, end, this.#line);
    if ((bits & this.#sink.interest) !== 0) this.#sink.line(line);
    else this.#sink.pass(line);
  }

  /** The lines right before the present one, as far as they stand in this piece and were not handed on. */
  #skipRecent(bytes: Uint8Array, begin: number): void {
    for (let line = Math.max(1, this.#line - CONTEXT); line < this.#line; line++) {
      const from = this.#begins[line % CONTEXT] ?? NOWHERE;
      if (from === NOWHERE) continue;
      const next = line + 1 < this.#line ? (this.#begins[(line + 1) % CONTEXT] ?? NOWHERE) : begin;
      this.#skip(this.#lineOf(bytes, from, (next === NOWHERE ? begin : next) - 1, line));
    }
    this.#begins.fill(NOWHERE);
  }

  #lineOf(bytes: Uint8Array, begin: number, end: number, line: number): LogLine {
    let whole = bytes.subarray(begin, end);
    let offset = this.#offset + begin;
    if (this.#rest_bytes > 0 && line === this.#line) {
      whole = joined(this.#rest, whole);
      offset -= this.#rest_bytes;
    }
    const text = this.#decoder.decode(whole.subarray(0, LONGEST_LINE));
    return this.#torn ? { text, line, offset, torn: true } : { text, line, offset };
  }

  #skip(line: LogLine): void {
    if (this.#skipped.push(line) > CONTEXT) this.#skipped.shift();
  }

  #keep(rest: Uint8Array): void {
    if (this.#rest_bytes === 0) this.#rest = rest.slice(0, LONGEST_LINE);
    else if (this.#rest.length < LONGEST_LINE)
      this.#rest = joined(this.#rest, rest.subarray(0, LONGEST_LINE - this.#rest.length));
    this.#rest_bytes += rest.length;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
