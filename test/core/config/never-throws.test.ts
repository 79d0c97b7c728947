import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatProblems } from '../../../src/core/config/format-problems.ts';
import { FILE, parse } from './file.ts';

function judge(text: string | Uint8Array): void {
  const result = parse(text);
  if (result.ok) return;
  expect(result.problems.length).toBeGreaterThan(0);
  const lines = result.text.split('\n');
  for (const { line, column, message, remedy } of result.problems) {
    expect(message).not.toBe('');
    expect(remedy).not.toBe('');
    if (line === null) continue;
    expect(line).toBeGreaterThan(0);
    expect(line).toBeLessThanOrEqual(Math.max(1, lines.length));
    expect(column).toBeGreaterThan(0);
  }
  expect(formatProblems(result.problems, result.text)).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/);
}

test('any bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), judge), { numRuns: 400 });
});

test('any text made of what YAML is made of', () => {
  const piece = fc.constantFrom(
    '- ',
    '? ',
    ': ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '\n',
    '\n  ',
    '\n    ',
    '"',
    "'",
    '|',
    '>',
    '&a ',
    '*a',
    '!t ',
    '# ',
    '%',
    'a',
    '1',
    'version: 1',
    '---',
    '...',
    '\t',
    'parameters',
    '\u{1f600}',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join('')),
      judge,
    ),
    { numRuns: 300 },
  );
});

test('any file that was good before one change', () => {
  const change = fc.record({
    at: fc.nat({ max: FILE.length }),
    cut: fc.nat({ max: 12 }),
    put: fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('[', '}', '\n', ': ', '- ', '"', 'null', '*', '9e99', '${X}'),
    ),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      judge(changes.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), FILE));
    }),
    { numRuns: 200 },
  );
});

test('any values under the known keys', () => {
  const keys = [...FILE.matchAll(/^([a-z]+):/gm)].map(([, key]) => key ?? '');
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom('name', 'flag', 'env', 'values', 'kind', 'command', 'adopt')),
        tie('any'),
        { maxKeys: 4 },
      ),
    ),
  })).any;
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 8 }), (file) =>
      judge(JSON.stringify(file)),
    ),
    { numRuns: 200 },
  );
});
