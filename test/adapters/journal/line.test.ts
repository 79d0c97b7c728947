import { expect, test } from 'vitest';
import { crc32 } from '../../../src/adapters/journal/crc32.ts';
import { decodeLine, encodeLine } from '../../../src/adapters/journal/line.ts';

const HEAD = { seq: 7, wall: '2030-01-01T00:00:00.000Z', mono_ms: 1234.567, boot_id: 'b-1' };
const RECORD = { type: 'note' as const, text: 'ä\n' };

test('a line is JSON with the sum over [seq, wall, mono_ms, boot_id, record]', () => {
  const { bytes, line } = encodeLine(HEAD, RECORD);
  expect(JSON.parse(bytes.toString())).toEqual({ ...HEAD, record: RECORD, sum: line.sum });
  const { seq, wall, mono_ms, boot_id } = HEAD;
  const sum = crc32(Buffer.from(JSON.stringify([seq, wall, mono_ms, boot_id, RECORD])));
  expect(line.sum).toBe(sum.toString(16).padStart(8, '0'));
  expect(decodeLine(bytes.subarray(0, -1))).toEqual(line);
});

test('a line of the same content in another layout is not of this journal', () => {
  const { line } = encodeLine(HEAD, RECORD);
  expect(decodeLine(Buffer.from(JSON.stringify(line, null, 1)))).toBe('not a line of this journal');
  const { sum, ...rest } = line;
  expect(decodeLine(Buffer.from(JSON.stringify({ sum, ...rest })))).toBe('not a line of this journal');
});

test('numbers of every form come back', () => {
  for (const mono_ms of [0, 0.001, 1e-7, 1e21, 86_400_000.125]) {
    expect(decodeLine(encodeLine({ ...HEAD, mono_ms }, RECORD).bytes.subarray(0, -1))).toMatchObject({
      mono_ms,
    });
  }
});
