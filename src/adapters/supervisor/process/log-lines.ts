import type { LogLine } from '../../../core/log-line.ts';

/** A longer line is cut here, and says so. */
export const LONGEST_LINE = 64 * 1024;

const MARK = ' [cut: the line is longer than 64 KiB]';
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Where a chunk begins: its byte offset, the number of the line there, and whether that line was cut before. */
export interface ChunkPlace {
  readonly offset: number;
  readonly line: number;
  readonly cut: boolean;
}

/**
 * Lines of a chunk of a log. A line ends with \n, \r or \r\n (progress bars). What follows the last end is held back,
 * unless the chunk is `final`: nobody can complete the line any more. `consumed` is where to read on.
 */
export function splitLog(
  chunk: Buffer,
  place: ChunkPlace,
  final: boolean,
): { readonly lines: readonly LogLine[]; readonly consumed: number; readonly line: number } {
  const lines: LogLine[] = [];
  let { line, cut } = place;
  let begin = 0;
  const emit = (end: number): void => {
    if (!cut) lines.push({ text: lineText(chunk.subarray(begin, end)), line, offset: place.offset + begin });
  };
  for (let at = 0; at < chunk.length; at += 1) {
    const byte = chunk[at];
    if (byte !== NEWLINE && byte !== RETURN) continue;
    // The \n that belongs to a final \r may still come.
    if (byte === RETURN && at + 1 === chunk.length && !final) break;
    emit(at);
    if (byte === RETURN && chunk[at + 1] === NEWLINE) at += 1;
    begin = at + 1;
    line += 1;
    cut = false;
  }
  const rest = chunk.length - begin;
  if (rest > 0 && (final || cut || rest > LONGEST_LINE)) {
    emit(chunk.length);
    begin = chunk.length;
  }
  return { lines, consumed: begin, line };
}

/** How many lines end in the chunk, by the same rule; `before` is the byte in front of it. */
export function countLines(chunk: Buffer, before: number): number {
  let count = 0;
  let last = before;
  for (const byte of chunk) {
    if (byte === RETURN || (byte === NEWLINE && last !== RETURN)) count += 1;
    last = byte;
  }
  return count;
}

function lineText(bytes: Buffer): string {
  if (bytes.length <= LONGEST_LINE) return bytes.toString('utf8');
  let end = LONGEST_LINE;
  // Not in the middle of a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end) + MARK;
}
