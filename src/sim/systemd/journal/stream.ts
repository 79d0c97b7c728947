import { Buffer } from 'node:buffer';
import type { Fields, Journal } from './journal.ts';

/** LineMax= of journald. */
const LINE_MAX_BYTES = 48 * 1024;

/**
 * What a service writes, line by line into the journal, as journald does it: lines end with a newline only, so that a
 * progress bar is one line; white space at the end goes, empty lines too; `<N>` at the beginning is the priority.
 */
export class OutputStream {
  readonly #journal: Journal;
  readonly #fields: Fields;
  #pending = '';

  constructor(journal: Journal, fields: Fields) {
    this.#journal = journal;
    this.#fields = fields;
  }

  write(text: string): void {
    const lines = (this.#pending + text).split('\n');
    this.#pending = lines.pop() ?? '';
    for (const line of lines) this.#line(line, null);
  }

  /** Nobody can write any more: what stands without a newline becomes a line. */
  close(): void {
    const rest = this.#pending;
    this.#pending = '';
    if (rest !== '') this.#line(rest, 'eof');
  }

  #line(line: string, line_break: 'eof' | null): void {
    if (line.length * 3 <= LINE_MAX_BYTES) {
      this.#append(line, line_break);
      return;
    }
    let rest = Buffer.from(line);
    for (; rest.length > LINE_MAX_BYTES; rest = rest.subarray(LINE_MAX_BYTES))
      this.#append(rest.subarray(0, LINE_MAX_BYTES).toString(), 'line-max');
    this.#append(rest.toString(), line_break);
  }

  #append(line: string, line_break: 'eof' | 'line-max' | null): void {
    const [, priority, rest] = /^<([0-7])>([\s\S]*)$/.exec(line) ?? [];
    const message = (rest ?? line).replace(/[ \t\n\r]+$/, '');
    if (message === '') return;
    this.#journal.append({
      MESSAGE: message,
      PRIORITY: priority ?? '6',
      ...this.#fields,
      ...(line_break === null ? {} : { _LINE_BREAK: line_break }),
    });
  }
}
