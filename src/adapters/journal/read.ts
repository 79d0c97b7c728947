import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { FaultError, fault } from '../../core/fault.ts';
import type { JournalLine } from '../../core/sweep/records.ts';
import type { JournalLines } from '../../ports/journal.ts';
import { checkLine, LONGEST_JOURNAL_LINE, readLine } from './line.ts';

export interface JournalContent<Lines extends JournalLines = readonly JournalLine[]> {
  readonly lines: Lines;
  /** Length of the sound part in bytes. */
  readonly end: number;
  /** The last line, where a crash cut it off: dropped. */
  readonly torn: { readonly line: number; readonly bytes: number; readonly reason: string } | null;
}

/** Reads events.jsonl. Fault: `journal-failed`, where it cannot be read or is damaged elsewhere than in its last line. */
export async function readJournal(file: string): Promise<JournalContent> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile()) throw new Error('not a plain file');
      const content = checkJournal(await handle.readFile(), file);
      return { ...content, lines: [...content.lines] };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof FaultError) throw error;
    throw new FaultError(
      fault('journal-failed', `the journal cannot be read: ${String(error)}`, { data: { file } }),
    );
  }
}

/** The content of a journal from its bytes; `file` only names it. */
export function checkJournal(bytes: Buffer, file: string): JournalContent<StoredLines> {
  const ends: number[] = [];
  const lines = new StoredLines(bytes, ends, file);
  let begin = 0;
  while (begin < bytes.length) {
    const newline = bytes.indexOf(0x0a, begin);
    const end = newline < 0 ? bytes.length : newline;
    const number = ends.length + 1;
    const seq = newline < 0 ? 'the line has no end' : check(bytes, begin, end);
    if (typeof seq === 'string') {
      if (end + 1 < bytes.length) throw damaged(file, number, seq);
      return { lines, end: begin, torn: { line: number, bytes: bytes.length - begin, reason: seq } };
    }
    // A line that is sound in itself but out of order is no torn one: another process wrote, or a line was lost.
    if (seq !== number) throw damaged(file, number, `sequence number ${seq}`);
    ends.push(end);
    begin = end + 1;
  }
  return { lines, end: bytes.length, torn: null };
}

function check(bytes: Buffer, begin: number, end: number): number | string {
  return end - begin > LONGEST_JOURNAL_LINE ? 'longer than 1 MiB' : checkLine(bytes, begin, end);
}

/** Sound lines, each read when it is come to: a hundred thousand records at once would take a third of a gigabyte. */
class StoredLines implements JournalLines {
  readonly #bytes: Buffer;
  readonly #ends: readonly number[];
  readonly #file: string;

  constructor(bytes: Buffer, ends: readonly number[], file: string) {
    this.#bytes = bytes;
    this.#ends = ends;
    this.#file = file;
  }

  get length(): number {
    return this.#ends.length;
  }

  reduce<S>(fold: (state: S, line: JournalLine) => S, initial: S): S {
    let state = initial;
    for (const line of this) state = fold(state, line);
    return state;
  }

  *[Symbol.iterator](): Generator<JournalLine> {
    let begin = 0;
    for (const [at, end] of this.#ends.entries()) {
      const line = readLine(this.#bytes, begin, end);
      if (typeof line === 'string') throw damaged(this.#file, at + 1, line);
      yield line;
      begin = end + 1;
    }
  }
}

function damaged(file: string, line: number, text: string): FaultError {
  const evidence = [{ kind: 'journal', text, file, line }];
  return new FaultError(
    fault('journal-failed', `the journal is damaged in line ${line}: ${text}`, { evidence }),
  );
}
