import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countLines, LONGEST_LINE, splitLog } from '../../../../src/adapters/supervisor/process/log-lines.ts';

const START = { offset: 0, line: 1, cut: false };

function texts(log: string, final = false): string[] {
  return splitLog(Buffer.from(log), START, final).lines.map((line) => line.text);
}

test.each([
  ['a\nb\n', ['a', 'b']],
  ['a\r\nb\r\n', ['a', 'b']],
  [' 10%\r 20%\r 30%\rdone\n', [' 10%', ' 20%', ' 30%', 'done']],
  ['\n\na\n', ['', '', 'a']],
  ['a\n\rb\n', ['a', '', 'b']],
  ['a\nunfinished', ['a']],
  ['a\nmay become a pair\r', ['a']],
  ['', []],
])('%j', (log, lines) => {
  expect(texts(log)).toEqual(lines);
});

test('what nobody can complete any more is a line', () => {
  expect(texts('a\nunfinished', true)).toEqual(['a', 'unfinished']);
  expect(texts('a\r', true)).toEqual(['a']);
  expect(texts('a\n', true)).toEqual(['a']);
});

test('a line that is too long is cut between characters, says so, and is one line', () => {
  const { lines, consumed } = splitLog(Buffer.from(`${'ä'.repeat(LONGEST_LINE)}\nnext\n`), START, false);
  expect(lines.map((line) => line.line)).toEqual([1, 2]);
  expect(lines[0]?.text).toBe(`${'ä'.repeat(LONGEST_LINE / 2)} [cut: the line is longer than 64 KiB]`);
  expect(consumed).toBe(2 * LONGEST_LINE + 6);
});

test('the rest of a line that was cut before its end is passed over', () => {
  const log = Buffer.from(`${'x'.repeat(LONGEST_LINE + 1)}y\nnext\n`);
  const first = splitLog(log.subarray(0, LONGEST_LINE + 1), START, false);
  expect(first).toMatchObject({ lines: [{ line: 1 }], consumed: LONGEST_LINE + 1, line: 1 });
  const place = { offset: first.consumed, line: first.line, cut: true };
  const second = splitLog(log.subarray(first.consumed), place, false);
  expect(second.lines).toEqual([{ text: 'next', line: 2, offset: LONGEST_LINE + 3 }]);
});

test('however the log arrives, its lines are the same', () => {
  const part = fc.constantFrom('a', 'bc', '\n', '\r', '\r\n', 'ä', '', ' 10%');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), fc.array(fc.nat(60), { maxLength: 6 }), (parts, cuts) => {
      const log = Buffer.from(parts.join(''));
      const whole = splitLog(log, START, true).lines;
      const seen: unknown[] = [];
      let place = START;
      for (const end of [...cuts.filter((cut) => cut < log.length).sort((a, b) => a - b), log.length]) {
        const split = splitLog(log.subarray(place.offset, end), place, end === log.length);
        seen.push(...split.lines);
        const offset = place.offset + split.consumed;
        expect(split.line).toBe(1 + countLines(log.subarray(0, offset), 0));
        place = { offset, line: split.line, cut: false };
      }
      expect(seen).toEqual(whole);
    }),
  );
});
