import { describe, expect, it } from 'vitest';
import { sampleFloor } from '../../../src/core/metrics/floor.ts';
import { distribution, quantileInterval, sampleOf } from '../../../src/core/metrics/sample.ts';

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

describe('floors of percentiles', () => {
  it('are the sizes of Wilks for one bound at 95 %', () => {
    expect([0.5, 0.9, 0.95, 0.99, 0.999].map(sampleFloor)).toEqual([5, 29, 59, 299, 2995]);
  });

  it.each([
    ['p50', 5],
    ['p90', 29],
    ['p95', 59],
    ['p99', 299],
  ] as const)('%s is unknown below %i samples', (name, floor) => {
    const below = sampleOf(upTo(floor - 1));
    expect([below[name], below.intervals[name]]).toEqual([null, null]);
    expect(sampleOf(upTo(floor))[name]).not.toBeNull();
  });

  it('leave the mean and the largest', () => {
    expect(sampleOf([3, 1])).toMatchObject({ n: 2, mean: 2, max: 3, p50: null });
    expect(distribution(sampleOf([]))).toEqual({ mean: null, p50: null, p95: null, p99: null });
  });

  it('do not depend on the order of the samples, which stays as it was', () => {
    const samples = upTo(200).reverse();
    expect(sampleOf(samples)).toEqual(sampleOf(upTo(200)));
    expect(samples[0]).toBe(200);
  });
});

describe('percentiles', () => {
  it('are exact, by linear interpolation as numpy has them', () => {
    // numpy.percentile(range(1, 1001), [50, 95, 99])
    expect(distribution(sampleOf(upTo(1000)))).toEqual({ mean: 500.5, p50: 500.5, p95: 950.05, p99: 990.01 });
  });
});

describe('intervals of quantiles', () => {
  // Conover, Practical Nonparametric Statistics: binomial ranks of the median at 95 %
  it.each([
    [11, 2, 10],
    [20, 6, 15],
    [30, 10, 21],
    [50, 18, 33],
    [100, 40, 61],
  ])('of %i samples the median lies between number %i and number %i', (n, low, high) => {
    expect(quantileInterval(upTo(n), 0.5)).toEqual({ low, high });
  });

  it('have no side that the samples do not reach', () => {
    expect(quantileInterval(upTo(100), 0.99)).toMatchObject({ high: null });
    expect(quantileInterval(upTo(3), 0.5)).toEqual({ low: null, high: null });
  });

  it('agree with the sums of binomial terms, one by one', () => {
    for (const n of [11, 64, 131, 200])
      for (const p of [0.5, 0.9, 0.95]) expect(quantileInterval(upTo(n), p)).toEqual(slow(n, p));
  });
});

/** Adds up the terms; the sample number i is i. */
function slow(n: number, p: number) {
  let term = Math.exp(n * Math.log(1 - p));
  let sum = term;
  let low: number | null = sum > 0.025 ? 0 : null;
  let high: number | null = sum >= 0.975 ? 1 : null;
  for (let k = 1; k <= n; k++) {
    term *= ((n - k + 1) / k) * (p / (1 - p));
    sum += term;
    if (low === null && sum > 0.025) low = k;
    if (high === null && sum >= 0.975) high = k + 1;
  }
  return { low: low === 0 ? null : low, high: high === null || high > n ? null : high };
}
