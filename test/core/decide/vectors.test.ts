import { describe, expect, test } from 'vitest';
import { analyse } from '../../../src/core/decide/analysis.ts';
import { tQuantile } from '../../../src/core/stats/distributions.ts';

// Worked out beforehand with another program (numpy) for these made-up values.
const VALUES = [100, 108, 101, 100.5, 107.5, 99.5, 99, 107, 80, 99.8, 106, 98.5].map(Math.log);
const ORDER = [0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0];

describe('worked examples', () => {
  test.each([
    { starts: 9, degrees: 4, first: 0.077849, second: 0.010687, error: 0.00145, low: 7.457, high: 8.739 },
    { starts: 12, degrees: 7, first: 0.076346, second: 0.010493, error: 0.001501, low: 7.416, high: 8.454 },
  ])('$starts starts, one of them slow', ({ starts, degrees, first, second, error, low, high }) => {
    const found = analyse(ORDER.slice(0, starts), VALUES.slice(0, starts));
    if (found === null) throw new Error('it can be analysed');
    expect(found.degrees).toBe(degrees);
    expect(found.events.map(({ kind, at }) => ({ kind, at }))).toEqual([{ kind: 'start', at: 8 }]);
    expect(found.events[0]?.effect).toBeLessThan(-0.2);
    const difference = found.difference(1, 0);
    expect(difference.value).toBeCloseTo(first, 6);
    expect(difference.error).toBeCloseTo(error, 6);
    expect(found.difference(2, 0).value).toBeCloseTo(second, 6);
    const half = tQuantile(1 - 0.0075, degrees) * difference.error;
    expect(100 * Math.expm1(difference.value - half)).toBeCloseTo(low, 2);
    expect(100 * Math.expm1(difference.value + half)).toBeCloseTo(high, 2);
  });

  test.each([
    { starts: 9, degrees: 5, first: 0.082425, second: -0.0542, error: 0.053894 },
    { starts: 12, degrees: 8, first: 0.076346, second: -0.045008, error: 0.046664 },
  ])('$starts starts, the slow one left in', ({ starts, degrees, first, second, error }) => {
    const found = analyse(ORDER.slice(0, starts), VALUES.slice(0, starts), 0);
    expect([found?.degrees, found?.events]).toEqual([degrees, []]);
    expect(found?.difference(1, 0).value).toBeCloseTo(first, 6);
    expect(found?.difference(2, 0).value).toBeCloseTo(second, 6);
    expect(found?.difference(1, 0).error).toBeCloseTo(error, 6);
    const [one, other] = [found?.level(1), found?.level(0)];
    expect((one?.value ?? 0) - (other?.value ?? 0)).toBeCloseTo(first, 6);
  });

  test('a start that was taken out is still told beside its siblings, the drift is not', () => {
    const drifting = VALUES.map((value, i) => value - 0.02 * i);
    const found = analyse(ORDER, drifting);
    const own = (found?.adjusted ?? []).flatMap((value, i) => (ORDER[i] === 2 ? [value] : []));
    const [slow = 0, ...others] = [...own].sort((a, b) => a - b);
    expect(Math.max(...others) - Math.min(...others)).toBeLessThan(0.02);
    expect((others[0] ?? 0) - slow).toBeGreaterThan(0.2);
  });

  test('a step is one event', () => {
    const stepped = ORDER.map(
      (setting, i) => (setting === 1 ? 0.05 : 0) + (i >= 7 ? -0.1 : 0) + 0.001 * Math.sin(7 * i),
    );
    const found = analyse(ORDER, stepped);
    expect(found?.events.map(({ kind, at }) => ({ kind, at }))).toEqual([{ kind: 'step', at: 7 }]);
    expect(found?.difference(1, 0).value).toBeCloseTo(0.05, 2);
  });

  test('values without any variance are not infinitely sure', () => {
    const found = analyse(
      ORDER,
      ORDER.map((setting) => (setting === 1 ? 0.00005 : 0)),
    );
    const { value = 0, error = 0 } = found?.difference(1, 0) ?? {};
    expect(value / error).toBeLessThan(1);
  });

  test('one block cannot be analysed', () => {
    expect(analyse(ORDER.slice(0, 3), VALUES.slice(0, 3))).toBeNull();
  });
});
