import { describe, expect, test } from 'vitest';
import { type Bounds, clopperPearson, wilson } from '../../../src/core/stats/proportion.ts';

describe('Wilson', () => {
  test('8 of 10, as in textbooks', () => {
    const { low, high } = wilson(8, 10);
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
  });

  test.each([
    [40, 92.8, 96.2],
    [80, 93.7, 96.5],
    [164, 94.9, 95.3],
  ])('covers near 95 %% with %d problems', (n, least, most) => {
    const all = [0.5, 0.7, 0.8, 0.9, 0.95].map((p) => 100 * coverage(n, p, wilson));
    expect(Math.min(...all)).toBeGreaterThan(least - 0.06);
    expect(Math.max(...all)).toBeLessThan(most + 0.06);
  });

  test('reaches the ends and knows nothing of nothing', () => {
    expect(wilson(0, 20).low).toBe(0);
    expect(wilson(20, 20).high).toBe(1);
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  });
});

describe('Clopper and Pearson', () => {
  test('8 of 10, as in textbooks', () => {
    const { low, high } = clopperPearson(8, 10);
    expect(low).toBeCloseTo(0.4439, 4);
    expect(high).toBeCloseTo(0.9748, 4);
  });

  test.each([10, 40, 100])('covers in at least 95 %% with %d problems, whatever the share', (n) => {
    for (let p = 0.01; p < 1; p += 0.01) expect(coverage(n, p, clopperPearson)).toBeGreaterThanOrEqual(0.95);
  });
});

/** Exact: the probability of all counts whose interval holds the true share. */
function coverage(n: number, p: number, interval: (k: number, n: number) => Bounds): number {
  let term = (1 - p) ** n;
  let covered = 0;
  for (let k = 0; k <= n; k++) {
    const { low, high } = interval(k, n);
    if (low <= p && p <= high) covered += term;
    term *= ((n - k) / (k + 1)) * (p / (1 - p));
  }
  return covered;
}
