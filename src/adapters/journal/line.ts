import type { JournalLine, JournalRecord } from '../../core/sweep/records.ts';
import { crc32 } from './crc32.ts';

/** A longer line is not written and not read. */
export const LONGEST_JOURNAL_LINE = 1024 * 1024;

/** The bytes of a line with its final newline. The layout is fixed, so that the sum can be taken over the bytes as they stand. */
export function encodeLine(
  head: Omit<JournalLine, 'record' | 'sum'>,
  record: JournalRecord,
): { bytes: Buffer; line: JournalLine } {
  const { seq, wall, mono_ms, boot_id } = head;
  const json = JSON.stringify(record);
  const [w, b] = [JSON.stringify(wall), JSON.stringify(boot_id)];
  const under = Buffer.from(json);
  const sum = hex(sumOf(`[${seq},${w},${mono_ms},${b},`, under, 0, under.length));
  const text = `{"seq":${seq},"wall":${w},"mono_ms":${mono_ms},"boot_id":${b},"record":${json},"sum":"${sum}"}\n`;
  return { bytes: Buffer.from(text), line: { seq, wall, mono_ms, boot_id, record, sum } };
}

/** What stands around the four values of a head, in its fixed layout. */
const HEAD = ['{"seq":', ',"wall":', ',"mono_ms":', ',"boot_id":', ',"record":'].map((text) =>
  Buffer.from(text),
);
const WALL = ',"wall":"';
const LONGEST_HEAD = 256;
const [OPEN, CLOSE, COMMA, ZERO] = [0x5b, 0x5d, 0x2c, 0x30];
const TAIL_BEGIN = Buffer.from(',"sum":"');
const TAIL_END = Buffer.from('"}');
const TAIL_LENGTH = TAIL_BEGIN.length + 8 + TAIL_END.length;

/** A line without its newline; text: why it is none. */
export function decodeLine(bytes: Buffer): JournalLine | string {
  const checked = checkLine(bytes, 0, bytes.length);
  return typeof checked === 'string' ? checked : readLine(bytes, 0, bytes.length);
}

/** What is known of a line whose layout and sum are right, and whose record was not read. */
export interface CheckedLine {
  readonly seq: number;
  /** Where its record begins. */
  readonly record: number;
}

/** Layout and sum of a line; text: what is wrong with them. */
export function checkLine(bytes: Buffer, begin: number, end: number): CheckedLine | string {
  const tail = end - TAIL_LENGTH;
  const sum = tail < begin ? null : sumAt(bytes, tail);
  const record = sum === null ? null : takeHead(bytes, begin, tail);
  if (record === null) return 'not a line of this journal';
  const seq = digitsAt(scratch, 1);
  const expected = sumFrom(taken, bytes, record, tail);
  return sum === expected ? { seq, record } : `wrong checksum: ${hex(sum ?? 0)} instead of ${hex(expected)}`;
}

/** A line that was checked before; text: why it is none. */
export function readLine(bytes: Buffer, begin: number, end: number): JournalLine | string {
  return parsed(bytes.toString('utf8', begin, end));
}

/** The record of a line that was checked before, which begins at `record`; text: why it is none. */
export function readRecord(bytes: Buffer, record: number, end: number): JournalRecord | string {
  return parsed(bytes.toString('utf8', record, end - TAIL_LENGTH));
}

/** The wall clock in the head of a line that was checked before, whose record begins at `record`; text: ISO 8601. */
export function readWall(bytes: Buffer, begin: number, record: number): string {
  const head = bytes.toString('latin1', begin, record);
  const from = head.indexOf(WALL) + WALL.length;
  return head.slice(from, head.indexOf('"', from));
}

function parsed<T>(json: string): T | string {
  try {
    return JSON.parse(json) as T;
  } catch (error) {
    return `not JSON: ${(error as Error).message}`;
  }
}

/** The sum in the tail that begins there; null: that is no tail. Byte by byte: there are many lines. */
function sumAt(bytes: Buffer, tail: number): number | null {
  for (let i = 0; i < TAIL_BEGIN.length; i += 1) if (bytes[tail + i] !== TAIL_BEGIN[i]) return null;
  const digits = tail + TAIL_BEGIN.length;
  for (let i = 0; i < TAIL_END.length; i += 1) if (bytes[digits + 8 + i] !== TAIL_END[i]) return null;
  let sum = 0;
  for (let i = 0; i < 8; i += 1) {
    const digit = DIGITS[bytes[digits + i] ?? 0] ?? -1;
    if (digit < 0) return null;
    sum = 16 * sum + digit;
  }
  return sum;
}

/** The value of each byte as a digit; -1: it is none. */
const DIGITS = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte)),
);

function hex(sum: number): string {
  return sum.toString(16).padStart(8, '0');
}

/** Holds the bytes under the sum in one piece, which is much faster than summing up three. */
const scratch = Buffer.allocUnsafe(LONGEST_JOURNAL_LINE + LONGEST_HEAD);
/** How many bytes of a head `takeHead` has put into it. */
let taken = 0;

/**
 * Puts the part of a head that is under the sum, `[seq,wall,mono_ms,boot_id,`, into `scratch` and tells where the record
 * begins; null: that is no head. Byte by byte: a regular expression takes three times as long, and there are many lines.
 */
function takeHead(bytes: Buffer, begin: number, end: number): number | null {
  const limit = Math.min(end, begin + LONGEST_HEAD);
  let from = begin;
  let to = 0;
  scratch[to++] = OPEN;
  for (let part = 0; part < HEAD.length; part += 1) {
    const text = HEAD[part] as Buffer;
    for (let i = 0; i < text.length; i += 1) if (bytes[from + i] !== text[i]) return null;
    from += text.length;
    if (part === HEAD.length - 1) break;
    const start = from;
    // no value holds a comma
    while (from < limit && bytes[from] !== COMMA) scratch[to++] = bytes[from++] as number;
    if (from === start || from === limit) return null;
    scratch[to++] = COMMA;
  }
  taken = to;
  return from;
}

/** The whole number whose digits begin there; NaN: there is none. */
function digitsAt(bytes: Buffer, from: number): number {
  let value = Number.NaN;
  for (let at = from; ; at += 1) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit < 0 || digit > 9) return value;
    value = at === from ? digit : 10 * value + digit;
  }
}

/** The sum over the head, the JSON that stands in `bytes` from `begin` to `end`, and a closing bracket. */
function sumOf(head: string, bytes: Buffer, begin: number, end: number): number {
  return sumFrom(scratch.write(head, 0, 'latin1'), bytes, begin, end);
}

/** The same, with a head of that many bytes in `scratch` already. */
function sumFrom(head: number, bytes: Buffer, begin: number, end: number): number {
  const length = end - begin;
  if (length > LONGEST_JOURNAL_LINE) return -1;
  bytes.copy(scratch, head, begin, end);
  scratch[head + length] = CLOSE;
  return crc32(scratch.subarray(0, head + length + 1));
}
