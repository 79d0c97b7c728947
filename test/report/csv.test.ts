import { expect, test } from 'vitest';
import { csv } from '../../src/report/csv.ts';
import { measurement, start, sweep, trial } from './fixtures.ts';

/** A reader of RFC 4180, written from the RFC and not from the writer. */
function read(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (quoted && char === '"' && text[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (char === '"') quoted = !quoted;
    else if (!quoted && char === ',') {
      rows.at(-1)?.push(cell);
      cell = '';
    } else if (!quoted && char === '\r' && text[at + 1] === '\n') {
      rows.at(-1)?.push(cell);
      cell = '';
      rows.push([]);
      at++;
    } else cell += char;
  }
  return rows.slice(0, -1);
}

test('one row for each measurement, every row as long as the head', () => {
  const rows = read(csv(sweep(), false));
  expect(rows).toHaveLength(1 + 7);
  expect(new Set(rows.map((row) => row.length)).size).toBe(1);
  const head = rows[0] ?? [];
  const cell = (row: number, name: string): string | undefined => rows[row]?.[head.indexOf(name)];
  expect(cell(1, 'trial')).toBe('current');
  expect(cell(1, 'output_tokens_per_s')).toBe('45.12');
  expect(cell(1, 'setting.window')).toBe('');
  expect(cell(5, 'setting.window')).toBe('2048');
  expect(cell(7, 'reused_from')).toBe('run-1');
  expect(cell(1, 'acceptance_length')).toBe('');
});

test('formulas, quotes, commas, newlines and control characters come out as text', () => {
  const values = [
    '=HYPERLINK("http://x")',
    '+1',
    '-md',
    '@x',
    ' =1',
    '\t=1',
    '＝1',
    'a"b',
    'a,b',
    'a\nb',
    '\x1b[31m',
    '‮x',
  ];
  const trials = values.map((value, index) =>
    trial(`t${index}`, { setting: { p: value }, starts: [start({ measurements: [measurement(1, 1)] })] }),
  );
  const rows = read(csv(sweep({ trials }), true));
  const column = (rows[0] ?? []).indexOf('setting.p');
  expect(rows.slice(1).map((row) => row[column])).toEqual([
    '\'=HYPERLINK("http://x")',
    "'+1",
    "'-md",
    "'@x",
    "' =1",
    '\\t=1',
    "'＝1",
    'a"b',
    'a,b',
    'a\\nb',
    '\\x1b[31m',
    '\\u{202e}x',
  ]);
});

test('a hostile parameter name in the head is quoted too', () => {
  const trials = [
    trial('t', { setting: { '=cmd|x,"': 1 }, starts: [start({ measurements: [measurement(1, 1)] })] }),
  ];
  expect(read(csv(sweep({ trials }), false))[0]).toContain('setting.=cmd|x,"');
});
