import { expect, test } from 'vitest';
import { compareJudged, isSuspect, type Judged } from '../../../src/core/evaluate/compare.ts';
import { losslessness } from '../../../src/core/evaluate/losslessness.ts';
import { compileRequire } from '../../../src/core/evaluate/require.ts';
import { verdictOfProgram, verdictOfText } from '../../../src/core/evaluate/verdict.ts';

const judged = (verdicts: string, answer = 'same'): Judged[] =>
  [...verdicts].map((c, i) => ({ id: `p${i}`, verdict: c === '+' ? 'passed' : 'wrong', answer }));

test('six losses of 100 without a gain: the exact probabilities, and what 100 problems can show', () => {
  const found = compareJudged(judged('+'.repeat(100)), judged('-'.repeat(6) + '+'.repeat(94)));
  expect(found).toMatchObject({
    problems: 100,
    gained: [],
    lost: ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'],
    difference: -0.06,
  });
  // 2^-6, and twice that
  expect(found.worse_p).toBeCloseTo(1 / 64, 9);
  expect(found.different_p).toBeCloseTo(1 / 32, 9);
  expect(found.fewest_losses_shown).toBe(5);
  expect(found.interval.low).toBeLessThan(-0.06);
  expect(found.interval.high).toBeLessThan(0);
});

test('four problems can show no loss', () => {
  expect(compareJudged(judged('++++'), judged('----')).fewest_losses_shown).toBeNull();
});

test('two net losses are suspect only where a second run confirms them', () => {
  const found = compareJudged(judged('+++-'), judged('---+'));
  expect(isSuspect(found, judged('---+'))).toBe(true);
  expect(isSuspect(found, judged('+--+'))).toBe(false);
  expect(isSuspect(found, judged('---'))).toBe(true);
});

test('texts are judged against the repeat of the baseline', () => {
  const base = judged('++', 'abcd');
  const other: Judged[] = [{ id: 'p0', verdict: 'passed', answer: 'abXd' }, ...judged('++', 'abcd').slice(1)];
  expect(losslessness(base, null, base).lossless).toBe(true);
  expect(losslessness(base, null, other)).toMatchObject({
    lossless: null,
    differing: [{ id: 'p0', position: 2 }],
  });
  expect(losslessness(base, base, other).lossless).toBe(false);
  expect(losslessness(base, other, other).lossless).toBe(true);
});

test('an unknown name in a condition is an error', () => {
  expect(compileRequire('pass_rate >= baseline - 0.05').ok).toBe(true);
  expect(compileRequire('passrate >= 0.5').ok).toBe(false);
});

test.each([
  [{ ended: 'exit', code: 0, output: 'x\n\nproof\n' }, 'passed'],
  [{ ended: 'exit', code: 0, output: '' }, 'wrong'],
  [{ ended: 'exit', code: 1, output: 'Traceback\nAssertionError' }, 'wrong'],
  [{ ended: 'exit', code: 1, output: 'NameError: x' }, 'error'],
  [{ ended: 'exit', code: 137, output: '' }, 'too-slow'],
  [{ ended: 'wall', code: null, output: 'proof' }, 'too-slow'],
  [{ ended: 'output', code: null, output: 'proof' }, 'too-much-output'],
] as const)('%j is %s', (ended, verdict) => {
  expect(verdictOfProgram(ended, 'proof')).toBe(verdict);
});

test('texts and numbers', () => {
  const asked = { id: '1', level: null, prompt: '' };
  const exact = (answer: string) => verdictOfText({ ...asked, kind: 'exact', answer: 'Paris' }, answer);
  expect([exact(' "paris." '), exact('Paris, France')]).toEqual(['passed', 'wrong']);
  const numeric = (answer: string) =>
    verdictOfText({ ...asked, kind: 'numeric', answer: 1234.5, tolerance: 0.1 }, answer);
  expect([numeric('2 steps: it is 1,234.5.'), numeric('-1234.5'), numeric('none')]).toEqual([
    'passed',
    'wrong',
    'wrong',
  ]);
});
