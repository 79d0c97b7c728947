import { expect, test } from 'vitest';
import { formatProblems } from '../../../src/core/config/format-problems.ts';
import { edited, parse } from './file.ts';

const problem = { file: 'holdpoint.yaml', line: 1, column: 1, message: 'm', remedy: 'r' };

test('place, line, caret and remedy', () => {
  const text = edited(['baseline: current', 'baselin: current'], ['quiet: 90s', 'quiet: 90']);
  const result = parse(text);
  expect(
    !result.ok && formatProblems(result.problems, result.text),
  ).toBe(`/etc/hp/holdpoint.yaml:19:1: unknown key \`baselin\`
  19 | baselin: current
     | ^
      = did you mean \`baseline\`?

/etc/hp/holdpoint.yaml:24:29: 90 has no unit
  24 | limits: { load: 30m, quiet: 90, stop: 1m, release: 3m, drain: 5s, total: 1h30m }
     |                             ^
      = write 90s, 90m or 90h
`);
});

test('the caret stands under its character, whatever is before it', () => {
  const shown = formatProblems([{ ...problem, column: 6 }], 'a\u4e2d\t\x07 X');
  const [, line, caret] = shown.split('\n');
  expect(line).toBe('   1 | a\u4e2d\\t\\x07 X');
  expect(caret).toBe(`     | ${' '}\u3000${' '.repeat(7)}^`);
});

test('of a long line the part around the place', () => {
  const text = `${'a'.repeat(5000)}X${'b'.repeat(5000)}`;
  const [, line = '', caret = ''] = formatProblems([{ ...problem, column: 5001 }], text).split('\n');
  expect(line.length).toBeLessThan(120);
  expect(line[caret.indexOf('^')]).toBe('X');
});

test('foreign text cannot act on the terminal', () => {
  expect(
    formatProblems([{ ...problem, message: 'a\x1b[2Jb', remedy: 'c\nd', file: 'x\x07' }], 'e\x1b[31m'),
  ).toBe('x\\x07:1:1: a\\x1b[2Jb\n   1 | e\\x1b[31m\n     | ^\n      = c\\nd\n');
});

test('a problem without a place', () => {
  expect(formatProblems([{ ...problem, line: null, column: null }], '')).toBe(
    'holdpoint.yaml: m\n      = r\n',
  );
  expect(formatProblems([{ ...problem, file: null, line: null, column: null }], '')).toBe('m\n      = r\n');
});
