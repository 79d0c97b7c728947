import type { DiagnoseDocument } from '../documents/diagnose.ts';
import type { LogLine } from '../log-line.ts';
import { MATTERS, RECOGNISES } from './catalog.ts';
import type { Dialect } from './dialect.ts';
import { dialectOf, HOST_ONLY } from './dialects/index.ts';
import { LineScanner, type LineSink } from './line-scanner.ts';
import { Lives } from './lives.ts';
import { parts } from './parts.ts';
import { recognise } from './recognise.ts';
import { type Unwrapped, unwrap } from './unwrap.ts';
import { documentOf } from './verdict.ts';

/** Lines that are kept while nothing says whose log it is. */
const MOST_WAITING = 2000;

export interface LoggedLine extends Unwrapped {
  readonly line: LogLine;
}

/**
 * Judges the log of a server as it comes. `feed` takes the next bytes, `document` says what is known by now: a log that
 * grows is followed, and none of it is read again.
 */
export class LogJudge implements LineSink {
  readonly #scanner = new LineScanner(this);
  #lives: Lives | null;
  readonly #waiting: { readonly logged: LoggedLine; readonly tells: boolean }[] = [];
  #guess: string | null = null;

  constructor(engine: string | null) {
    this.#lives = engine === null ? null : new Lives(dialectOf(engine));
  }

  feed(bytes: Uint8Array): void {
    this.#scanner.feed(bytes);
  }

  /** No more will come: a last line without its end counts too. */
  end(): void {
    this.#scanner.end();
  }

  get lines(): number {
    return this.#scanner.lines;
  }

  /** `cut`: why the end of the log is missing. */
  document(cut: string | null = null): DiagnoseDocument {
    const lives = this.#lives ?? this.#replayed(this.#guess === null ? HOST_ONLY : dialectOf(this.#guess));
    return documentOf(lives, this.#scanner.lines, cut);
  }

  get interest(): number {
    return this.#lives === null ? MATTERS | RECOGNISES : MATTERS;
  }

  get wants_more(): boolean {
    return this.#lives?.wants_more ?? this.#waiting.length > 0;
  }

  alive(): void {
    this.#lives?.alive();
  }

  line(raw: LogLine): void {
    for (const line of parts(raw)) this.#take(line, true);
  }

  pass(raw: LogLine): void {
    for (const line of parts(raw)) this.#take(line, false);
  }

  #take(raw: LogLine, tells: boolean): void {
    const unwrapped = unwrap(raw.text);
    const { text, by } = unwrapped;
    const logged = { ...unwrapped, line: { ...raw, text } };
    if (this.#lives !== null) return this.#hand(this.#lives, logged, tells);
    if (this.#waiting.push({ logged, tells }) > MOST_WAITING) this.#waiting.shift();
    const found = tells && by === 'program' ? recognise(text) : null;
    if (found === null) return;
    if (!found.sure) {
      this.#guess ??= found.engine;
      return;
    }
    this.#lives = this.#replayed(dialectOf(found.engine));
    this.#waiting.length = 0;
  }

  #replayed(dialect: Dialect): Lives {
    const lives = new Lives(dialect);
    for (const { logged, tells } of this.#waiting) this.#hand(lives, logged, tells);
    return lives;
  }

  #hand(lives: Lives, logged: LoggedLine, tells: boolean): void {
    if (tells) lives.observe(logged);
    else lives.pass(logged.line);
  }
}
