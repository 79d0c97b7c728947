import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean, quantile } from '../../../src/core/stats/quantile.ts';

describe('quantiles', () => {
  // numpy.quantile([1, 2, 4, 8, 16], [0, .1, .25, .5, .9, .99, 1])
  it.each([
    [0, 1],
    [0.1, 1.4],
    [0.25, 2],
    [0.5, 4],
    [0.9, 12.8],
    [0.99, 15.68],
    [1, 16],
  ])('%s of 1 2 4 8 16 is %s', (q, expected) => {
    expect(quantile([1, 2, 4, 8, 16], q)).toBeCloseTo(expected, 10);
  });

  it('of nothing are unknown', () => {
    expect([quantile([], 0.5), mean([])]).toEqual([null, null]);
  });

  it('lie within the samples and grow with q', () => {
    const samples = fc
      .array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 })
      .map((s) => s.toSorted((a, b) => a - b));
    const q = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(samples, q, q, (s, a, b) => {
        const [low, high] = [
          quantile(s, Math.min(a, b)) ?? Number.NaN,
          quantile(s, Math.max(a, b)) ?? Number.NaN,
        ];
        expect(low).toBeLessThanOrEqual(high + 1e-6);
        expect(low).toBeGreaterThanOrEqual((s[0] ?? 0) - 1e-6);
        expect(high).toBeLessThanOrEqual((s.at(-1) ?? 0) + 1e-6);
      }),
    );
  });
});
