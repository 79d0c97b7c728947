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

const HEAD =
  /^\{"seq":(\d{1,15}),"wall":"([^"\\]{1,40})","mono_ms":([\d.e+-]{1,30}),"boot_id":"([^"\\]{1,64})","record":/;
const LONGEST_HEAD = 256;
const TAIL_BEGIN = Buffer.from(',"sum":"');
const TAIL_END = Buffer.from('"}');
const TAIL_LENGTH = TAIL_BEGIN.length + 8 + TAIL_END.length;

/** A line without its newline; text: why it is none. */
export function decodeLine(bytes: Buffer): JournalLine | string {
  const checked = checkLine(bytes, 0, bytes.length);
  return typeof checked === 'string' ? checked : readLine(bytes, 0, bytes.length);
}

/** The sequence number of a line whose layout and sum are right (its record is not read); text: what is wrong. */
export function checkLine(bytes: Buffer, begin: number, end: number): number | string {
  const head = HEAD.exec(bytes.toString('latin1', begin, Math.min(end, begin + LONGEST_HEAD)));
  const tail = end - TAIL_LENGTH;
  const sum = tail < begin ? null : sumAt(bytes, tail);
  if (head === null || sum === null) return 'not a line of this journal';
  const [prefix, seq, wall, mono, boot_id] = head as unknown as [string, string, string, string, string];
  const expected = sumOf(`[${seq},"${wall}",${mono},"${boot_id}",`, bytes, begin + prefix.length, tail);
  return sum === expected ? Number(seq) : `wrong checksum: ${hex(sum)} instead of ${hex(expected)}`;
}

/** A line that was checked before; text: why it is none. */
export function readLine(bytes: Buffer, begin: number, end: number): JournalLine | string {
  try {
    return JSON.parse(bytes.toString('utf8', begin, end)) as JournalLine;
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

/** The sum over the head, the JSON that stands in `bytes` from `begin` to `end`, and a closing bracket. */
function sumOf(head: string, bytes: Buffer, begin: number, end: number): number {
  const length = end - begin;
  if (length > LONGEST_JOURNAL_LINE) return -1;
  const at = scratch.write(head, 0, 'latin1');
  bytes.copy(scratch, at, begin, end);
  scratch[at + length] = 0x5d;
  return crc32(scratch.subarray(0, at + length + 1));
}
