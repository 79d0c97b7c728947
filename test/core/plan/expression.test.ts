import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scope } from '../../../src/core/plan/expression/check.ts';
import { compileCondition } from '../../../src/core/plan/expression/condition.ts';
import { evaluate, type Names } from '../../../src/core/plan/expression/evaluate.ts';
import { parseExpression } from '../../../src/core/plan/expression/parse.ts';
import type { Value } from '../../../src/core/plan/expression/syntax.ts';

const SCOPE: Scope = new Map([
  ['budget', 'number'],
  ['topk', 'number'],
  ['window', 'number'],
  ['ttft', 'duration'],
  ['kv', 'size'],
  ['mode', 'text'],
  ['fast', 'boolean'],
  ['mixed', 'any'],
]);
const NAMES: Names = {
  budget: 8,
  topk: 4,
  window: null,
  ttft: 1500,
  kv: 2 ** 30,
  mode: 'a b',
  fast: true,
  mixed: 'x',
};

function valueOf(text: string, names: Names = NAMES): Value | string {
  const parsed = parseExpression(text);
  if (!parsed.ok) return `syntax ${parsed.error.column}: ${parsed.error.message}`;
  const result = evaluate(parsed.node, names);
  return result.ok ? result.value : `${result.name} ${result.error.column}`;
}

function errorOf(text: string, scope: Scope = SCOPE): string {
  const compiled = compileCondition(text, scope);
  return compiled.ok ? '' : compiled.errors.map(({ column, message }) => `${column}: ${message}`).join('; ');
}

describe('values', () => {
  test.each<[string, Value]>([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['7 - 2 - 1', 4],
    ['8 / 2 / 2', 2],
    ['-2 * -3', 6],
    ['- - 2', 2],
    ['2 - -2', 4],
    ['1.5e3 + 1e-3', 1500.001],
    ['2s + 250ms', 2250],
    ['1h30m', 5_400_000],
    ['300MiB', 314_572_800],
    ['5%', 0.05],
    ['topk <= budget', true],
    ['budget < topk', false],
    ['ttft <= 2s', true],
    ['kv >= 2GiB', false],
    ['kv / 2 >= 512MiB', true],
    ["mode == 'a b'", true],
    ['mode != "a b"', false],
    ['fast', true],
    ['not fast', false],
    ['not budget == 8', false],
    ['not fast or fast', true],
    ['fast and not fast or fast', true],
    ['true or false and false', true],
    ['budget == 8 and topk == 4 and fast', true],
    ["1 == '1'", false],
    ['true == 1', false],
    ['"" == null', false],
    ['budget\n\t==\n8', true],
  ])('%s', (text, expected) => {
    expect(valueOf(text)).toBe(expected);
  });
});

describe('null is absent or unknown', () => {
  test.each<[string, Value]>([
    ['window == null', true],
    ['window != null', false],
    ['budget == null', false],
    ['window >= budget', null],
    ['not (window >= budget)', null],
    ['window + 1', null],
    ['-window', null],
    ['window / 0', null],
    ['window == null or window >= budget', true],
    ['window != null and window >= budget', false],
    ['window >= budget and false', false],
    ['false and window >= budget', false],
    ['window >= budget and true', null],
    ['true and window >= budget', null],
    ['window >= budget or true', true],
    ['window >= budget or false', null],
  ])('%s', (text, expected) => {
    expect(valueOf(text)).toBe(expected);
  });
});

describe('what is decided is not looked at further', () => {
  test.each<[string, Value]>([
    ['topk == 4 or budget / (topk - 4) > 1', true],
    ['topk != 4 and budget / (topk - 4) > 1', false],
  ])('%s', (text, expected) => {
    expect(valueOf(text)).toBe(expected);
  });
});

describe('errors of values', () => {
  test.each([
    ['budget / (topk - 4) > 1', 'division-by-zero 8'],
    ['mixed < 5', 'type-mismatch 7'],
    ['mixed and fast', 'type-mismatch 7'],
    ['not mixed', 'type-mismatch 1'],
    ['1e308 * 10 > 1', 'not-finite 7'],
    ['nobody > 1', 'unknown-name 1'],
    ['constructor == null', 'unknown-name 1'],
  ])('%s', (text, expected) => {
    expect(valueOf(text)).toBe(expected);
  });
});

describe('errors of syntax', () => {
  test.each([
    ['', /^syntax 1: the expression ends/],
    ['1 +', /^syntax 4: the expression ends/],
    ['(1', /^syntax 3: a parenthesis is not closed/],
    ['1)', /^syntax 2: `\)` does not continue/],
    ['1 2', /^syntax 3: `2` does not continue/],
    ['a = 1', /^syntax 3: `=` is not an operator/],
    ['a && b', /^syntax 3: `&` is not an operator/],
    ['a < b < c', /^syntax 7: comparisons do not chain/],
    ['a == b != c', /^syntax 8: comparisons do not chain/],
    ['2x', /^syntax 1: `2x` is no number with a unit/],
    ['2 parsecs', /^syntax 3: `parsecs` does not continue/],
    ['"a', /^syntax 1: text without its closing quote/],
    ['"a\\n"', /^syntax 1: text without its closing quote/],
    ['1e999', /^syntax 1: `1e999` is too large/],
    ['a % b', /^syntax 3: `%` has no meaning here/],
    ['a.b', /^syntax 2: `\.` has no meaning here/],
    ['x; y', /^syntax 2: `;` has no meaning here/],
    ['\u{1f600}', /^syntax 1: `\u{1f600}` has no meaning/u],
    ['and', /^syntax 1: `and` stands where a value is wanted/],
    [`${'('.repeat(64)}1${')'.repeat(64)}`, /^syntax 65: nested deeper than 64 levels/],
    [`${'not '.repeat(70)}true`, /nested deeper/],
    ['1'.repeat(4097), /longer than 4096 characters/],
  ])('%s', (text, expected) => {
    expect(valueOf(text)).toMatch(expected);
  });

  test('depth is what is nested, not what is in a row', () => {
    expect(valueOf(Array(1000).fill('1').join(' + '))).toBe(1000);
    expect(valueOf(`${'('.repeat(63)}1${')'.repeat(63)}`)).toBe(1);
  });
});

describe('errors that are known before any value', () => {
  test.each([
    ['topk <= budget', ''],
    ['topk <= budgt', '9: `budgt` is not known here'],
    ['a < b', '1: `a` is not known here; 5: `b` is not known here'],
    ['ttft <= 2', '6: a length of time is compared with a number'],
    ['kv <= 2s', '4: an amount of memory is compared with a length of time'],
    ['ttft + budget > 1s', '6: a length of time and a number do not add up'],
    ['ttft * 2 <= 4s', ''],
    ['2 * ttft <= 4s', ''],
    ['ttft / 2 <= 1s', ''],
    ['ttft / 1s <= 2', ''],
    ['ttft * ttft > 1s', '6: a length of time times a length of time has no meaning'],
    ["mode > 'a'", '6: text has no order'],
    ['window > null', '8: null has no order'],
    ['mode == 1', '6: text is never equal to a number'],
    ['fast == null', ''],
    ['budget and fast', '1: a number is not a condition'],
    ['not budget', '1: a number is not a condition'],
    ['budget', '1: this is a number, not a condition'],
    ['null', '1: this is null, not a condition'],
    ['budget / 0 > 1', '8: division by zero'],
    ['budget / (2 - 2) > 1', '8: division by zero'],
    ['budget / (topk - topk) > 1', ''],
    ['mixed + 1 > budget', ''],
    ['fast + 1 > 2', '6: true or false cannot be calculated with'],
    ['null + 1 > 2', '6: null cannot be calculated with'],
    ['-mode == 1', '1: text has no negative'],
  ])('%s', (text, expected) => {
    expect(errorOf(text)).toBe(expected);
  });
});

test('a condition that turns out to be none', () => {
  const compiled = compileCondition('mixed', SCOPE);
  expect(compiled.ok && compiled.condition.judge(NAMES)).toMatchObject({ ok: false, name: 'type-mismatch' });
  expect(compiled.ok && compiled.condition.judge({ ...NAMES, mixed: false })).toEqual({
    ok: true,
    value: false,
  });
});

describe('against the evaluation of the host language', () => {
  const number = fc.nat({ max: 20 }).map(String);
  const arithmetic = fc
    .array(
      fc.tuple(
        fc.constantFrom('+', '-', '*'),
        fc.oneof(
          number,
          fc.tuple(number, fc.constantFrom('+', '-'), number).map(([a, o, b]) => `(${a} ${o} ${b})`),
        ),
      ),
      { maxLength: 6 },
    )
    .chain((rest) =>
      number.map((first) =>
        rest.reduce((text, [operator, operand]) => `${text} ${operator} ${operand}`, first),
      ),
    );
  const comparison = fc
    .tuple(arithmetic, fc.constantFrom('<', '<=', '>', '>=', '==', '!='), arithmetic)
    .map(([a, o, b]) => `${a} ${o} ${b}`);
  const negated = fc.tuple(fc.boolean(), comparison).map(([not, text]) => (not ? `not (${text})` : text));
  const logic = fc
    .array(fc.tuple(fc.constantFrom('and', 'or'), negated), { maxLength: 5 })
    .chain((rest) =>
      negated.map((first) =>
        rest.reduce((text, [operator, operand]) => `${text} ${operator} ${operand}`, first),
      ),
    );

  test('precedence and grouping agree', () => {
    fc.assert(
      fc.property(logic, (text) => {
        const translated = text.replaceAll('and', '&&').replaceAll('or', '||').replaceAll('not', '!');
        // The text is made above, of digits and operators alone.
        expect(valueOf(text)).toBe(new Function(`return ${translated}`)());
      }),
      { numRuns: 500 },
    );
  });

  test('any text has a value or an error with its column', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'budget',
        'mode',
        'null',
        '(',
        ')',
        'and',
        'or',
        'not',
        '<',
        '==',
        '+',
        '/',
        '-',
        '2s',
        '3',
        "'x'",
        ' ',
      ),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' ')),
        (text) => {
          const compiled = compileCondition(text, SCOPE);
          if (compiled.ok) {
            const result = compiled.condition.judge(NAMES);
            if (result.ok) expect([true, false, null]).toContain(result.value);
            else expect(result.name).not.toBe('unknown-name');
          } else {
            for (const { column } of compiled.errors) {
              expect(column).toBeGreaterThan(0);
              expect(column).toBeLessThanOrEqual(text.length + 1);
            }
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
