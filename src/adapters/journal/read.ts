import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { FaultError, fault } from '../../core/fault.ts';
import type { JournalLine, JournalRecord, TimedRecord } from '../../core/sweep/records.ts';
import type { JournalLines } from '../../ports/journal.ts';
import { type CheckedLine, checkLine, LONGEST_JOURNAL_LINE, readLine, readRecord, readWall } from './line.ts';

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
  const records: number[] = [];
  const lines = new StoredLines(bytes, ends, records, file);
  let begin = 0;
  while (begin < bytes.length) {
    const newline = bytes.indexOf(0x0a, begin);
    const end = newline < 0 ? bytes.length : newline;
    const number = ends.length + 1;
    const checked = newline < 0 ? 'the line has no end' : check(bytes, begin, end);
    if (typeof checked === 'string') {
      if (end + 1 < bytes.length) throw damaged(file, number, checked);
      return { lines, end: begin, torn: { line: number, bytes: bytes.length - begin, reason: checked } };
    }
    // A line that is sound in itself but out of order is no torn one: another process wrote, or a line was lost.
    if (checked.seq !== number) throw damaged(file, number, `sequence number ${checked.seq}`);
    ends.push(end);
    records.push(checked.record);
    begin = end + 1;
  }
  return { lines, end: bytes.length, torn: null };
}

function check(bytes: Buffer, begin: number, end: number): CheckedLine | string {
  return end - begin > LONGEST_JOURNAL_LINE ? 'longer than 1 MiB' : checkLine(bytes, begin, end);
}

const TYPE = Buffer.from('{"type":"');

/** Sound lines, each read when it is come to: a hundred thousand records at once would take a third of a gigabyte. */
class StoredLines implements JournalLines {
  readonly #bytes: Buffer;
  readonly #ends: readonly number[];
  readonly #records: readonly number[];
  readonly #file: string;

  constructor(bytes: Buffer, ends: readonly number[], records: readonly number[], file: string) {
    this.#bytes = bytes;
    this.#ends = ends;
    this.#records = records;
    this.#file = file;
  }

  get length(): number {
    return this.#ends.length;
  }

  reduce<S>(
    fold: (state: S, line: TimedRecord) => S,
    initial: S,
    wanted: (type: JournalRecord['type']) => boolean = () => true,
  ): S {
    let state = initial;
    for (let at = 0; at < this.#ends.length; at += 1) {
      const type = this.#typeOf(at);
      if (type === null || wanted(type)) state = fold(state, this.#timed(at));
    }
    return state;
  }

  *[Symbol.iterator](): Generator<JournalLine> {
    for (const at of this.#ends.keys()) yield this.#line(at);
  }

  #begin(at: number): number {
    return at === 0 ? 0 : (this.#ends[at - 1] as number) + 1;
  }

  /** As it stands at the beginning of a record of ours; null: it stands elsewhere. */
  #typeOf(at: number): JournalRecord['type'] | null {
    const record = this.#records[at] as number;
    if (!beginsAt(this.#bytes, record, TYPE)) return null;
    const begin = record + TYPE.length;
    return this.#bytes.toString('latin1', begin, this.#bytes.indexOf(0x22, begin)) as JournalRecord['type'];
  }

  #line(at: number): JournalLine {
    const line = readLine(this.#bytes, this.#begin(at), this.#ends[at] as number);
    if (typeof line === 'string') throw damaged(this.#file, at + 1, line);
    return line;
  }

  /** The head is a quarter of what there is to parse, and few records need its clock: read where it is asked for. */
  #timed(at: number): TimedRecord {
    const begin = this.#records[at] as number;
    const record = readRecord(this.#bytes, begin, this.#ends[at] as number);
    if (typeof record === 'string') throw damaged(this.#file, at + 1, record);
    return new StoredRecord(record, () => readWall(this.#bytes, this.#begin(at), begin));
  }
}

class StoredRecord implements TimedRecord {
  readonly record: JournalRecord;
  readonly #wall: () => string;

  constructor(record: JournalRecord, wall: () => string) {
    this.record = record;
    this.#wall = wall;
  }

  get wall(): string {
    return this.#wall();
  }
}

function beginsAt(bytes: Buffer, from: number, text: Buffer): boolean {
  for (let i = 0; i < text.length; i += 1) if (bytes[from + i] !== text[i]) return false;
  return true;
}

function damaged(file: string, line: number, text: string): FaultError {
  const evidence = [{ kind: 'journal', text, file, line }];
  return new FaultError(
    fault('journal-failed', `the journal is damaged in line ${line}: ${text}`, { evidence }),
  );
}
