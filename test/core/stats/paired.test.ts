import { describe, expect, test } from 'vitest';
import { exactMcNemar, tango } from '../../../src/core/stats/paired.ts';

describe('exact McNemar', () => {
  test.each([
    [0, 3, 0.125, 0.25],
    [0, 5, 0.03125, 0.0625],
    [0, 6, 0.015625, 0.03125],
    [1, 6, 0.0625, 0.125],
    [0, 0, 1, 1],
  ])('gained %d, lost %d', (gained, lost, worse, different) => {
    const p = exactMcNemar({ gained, lost });
    expect(p.worse).toBeCloseTo(worse, 9);
    expect(p.different).toBeCloseTo(different, 9);
  });

  test('more gained than lost is no sign of a loss', () => {
    expect(exactMcNemar({ gained: 6, lost: 0 }).worse).toBe(1);
    expect(exactMcNemar({ gained: 6, lost: 0 }).different).toBeCloseTo(0.03125, 9);
  });
});

describe('Tango', () => {
  test('the published example of 21 pairs, 1 gained and 7 lost', () => {
    const { low, high } = tango({ gained: 1, lost: 7, problems: 21 });
    expect(low).toBeCloseTo(-0.5172, 3);
    expect(high).toBeCloseTo(-0.026, 3);
  });

  test.each([
    [0, 0, 40, -6.3],
    [1, 1, 40, -8.4],
    [0, 1, 40, -10.5],
    [0, 3, 40, -17.3],
    [1, 3, 80, -8.0],
    [0, 8, 164, -8.5],
  ])('gained %d, lost %d of %d: lower one-sided bound %d %%', (gained, lost, problems, bound) => {
    expect(100 * tango({ gained, lost, problems }, 0.1).low).toBeCloseTo(bound, 1);
  });

  test('swapping the sides mirrors the interval', () => {
    const one = tango({ gained: 2, lost: 9, problems: 60 });
    const other = tango({ gained: 9, lost: 2, problems: 60 });
    expect(one.low).toBeCloseTo(-other.high, 9);
    expect(one.high).toBeCloseTo(-other.low, 9);
  });
});
