import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { FaultError, fault } from '../../core/fault.ts';
import type { JournalLine } from '../../core/sweep/records.ts';
import { decodeLine, LONGEST_JOURNAL_LINE } from './line.ts';

export interface JournalContent {
  readonly lines: readonly JournalLine[];
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
      return parseJournal(await handle.readFile(), file);
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
export function parseJournal(bytes: Buffer, file: string): JournalContent {
  const lines: JournalLine[] = [];
  let begin = 0;
  while (begin < bytes.length) {
    const newline = bytes.indexOf(0x0a, begin);
    const end = newline < 0 ? bytes.length : newline;
    const line = decode(bytes.subarray(begin, end), newline >= 0);
    if (typeof line === 'string') {
      const number = lines.length + 1;
      if (end + 1 < bytes.length) throw damaged(file, number, line);
      return { lines, end: begin, torn: { line: number, bytes: bytes.length - begin, reason: line } };
    }
    // A line that is sound in itself but out of order is no torn one: another process wrote, or a line was lost.
    if (line.seq !== lines.length + 1) throw damaged(file, lines.length + 1, `sequence number ${line.seq}`);
    lines.push(line);
    begin = end + 1;
  }
  return { lines, end: bytes.length, torn: null };
}

function decode(bytes: Buffer, complete: boolean): JournalLine | string {
  if (!complete) return 'the line has no end';
  return bytes.length > LONGEST_JOURNAL_LINE ? 'longer than 1 MiB' : decodeLine(bytes);
}

function damaged(file: string, line: number, text: string): FaultError {
  const evidence = [{ kind: 'journal', text, file, line }];
  return new FaultError(
    fault('journal-failed', `the journal is damaged in line ${line}: ${text}`, { evidence }),
  );
}
