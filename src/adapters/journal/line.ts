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
  const sum = sumOf(`[${seq},${w},${mono_ms},${b},`, Buffer.from(json));
  const text = `{"seq":${seq},"wall":${w},"mono_ms":${mono_ms},"boot_id":${b},"record":${json},"sum":"${sum}"}\n`;
  return { bytes: Buffer.from(text), line: { seq, wall, mono_ms, boot_id, record, sum } };
}

const HEAD =
  /^\{"seq":(\d{1,15}),"wall":"([^"\\]{1,40})","mono_ms":([\d.e+-]{1,30}),"boot_id":"([^"\\]{1,64})","record":/;
const LONGEST_HEAD = 256;
const TAIL_BEGIN = ',"sum":"';
const TAIL_END = '"}';
const TAIL_LENGTH = TAIL_BEGIN.length + 8 + TAIL_END.length;

/** A line without its newline; text: why it is none. */
export function decodeLine(bytes: Buffer): JournalLine | string {
  const head = HEAD.exec(bytes.toString('latin1', 0, LONGEST_HEAD));
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL_LENGTH));
  if (head === null || !tail.startsWith(TAIL_BEGIN) || !tail.endsWith(TAIL_END))
    return 'not a line of this journal';
  const [prefix, seq, wall, mono, boot_id] = head as unknown as [string, string, string, string, string];
  const json = bytes.subarray(prefix.length, bytes.length - TAIL_LENGTH);
  const expected = sumOf(`[${seq},"${wall}",${mono},"${boot_id}",`, json);
  const sum = tail.slice(TAIL_BEGIN.length, -TAIL_END.length);
  if (sum !== expected) return `wrong checksum: ${sum} instead of ${expected}`;
  try {
    const record = JSON.parse(json.toString('utf8')) as JournalRecord;
    return { seq: Number(seq), wall, mono_ms: Number(mono), boot_id, record, sum };
  } catch (error) {
    return `not JSON: ${(error as Error).message}`;
  }
}

/** Holds the bytes under the sum in one piece, which is much faster than summing up three. */
const scratch = Buffer.allocUnsafe(LONGEST_JOURNAL_LINE + LONGEST_HEAD);

function sumOf(head: string, json: Buffer): string {
  if (json.length > LONGEST_JOURNAL_LINE) return '';
  const begin = scratch.write(head, 0, 'latin1');
  json.copy(scratch, begin);
  scratch[begin + json.length] = 0x5d;
  return crc32(scratch.subarray(0, begin + json.length + 1))
    .toString(16)
    .padStart(8, '0');
}
