import { describe, expect, it } from 'vitest';
import { distanceToExponential, drift, largestAutocorrelation } from '../../bench/truth/arrivals.ts';

/** Exponential gaps of mean 50, from a generator of another kind than the one under test draws with (mulberry32). */
function exponential(n: number, seed: number): readonly number[] {
  let state = seed * 0x9e3779b9;
  return Array.from({ length: n }, () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return -50 * Math.log(1 - ((x ^ (x >>> 14)) >>> 0) / 2 ** 32);
  });
}

/** By the definition: both sides of every step of the empirical distribution, counted anew for each. */
function slowDistance(gaps: readonly number[], mean: number): number {
  return Math.max(
    ...gaps.flatMap((x) => {
      const law = 1 - Math.exp(-x / mean);
      const below = gaps.filter((gap) => gap < x).length / gaps.length;
      const upTo = gaps.filter((gap) => gap <= x).length / gaps.length;
      return [Math.abs(law - below), Math.abs(upTo - law)];
    }),
  );
}

describe('the distance of gaps to an exponential law', () => {
  it('is that of the definition', () => {
    const gaps = exponential(200, 3);
    expect(distanceToExponential(gaps, 50).value).toBeCloseTo(slowDistance(gaps, 50), 12);
  });

  it('is small for exponential gaps in about 19 of 20 samples, and large for a rate that is 21 % too high', () => {
    const samples = Array.from({ length: 200 }, (_, seed) => exponential(600, seed + 1));
    const rejected = samples.filter((gaps) => {
      const { value, limit } = distanceToExponential(gaps, 50);
      return value > limit;
    });
    expect(rejected.length).toBeLessThan(22);
    const fast = samples[0]?.map((gap) => gap / 1.21) ?? [];
    const { value, limit } = distanceToExponential(fast, 50);
    expect(value).toBeGreaterThan(limit);
  });

  it('is large for constant gaps', () => {
    const { value, limit } = distanceToExponential(Array(100).fill(50), 50);
    expect(value).toBeGreaterThan(limit);
  });
});

describe('autocorrelation', () => {
  it('is found where several workers draw from the same seed: each gap nine times in a row', () => {
    const repeated = exponential(70, 5).flatMap((gap) => Array<number>(9).fill(gap));
    expect(distanceToExponential(repeated.slice(0, 10), 50).limit).toBeGreaterThan(0.4);
    const { value, limit } = largestAutocorrelation(repeated);
    expect(value).toBeGreaterThan(limit);
  });

  it('is not found in independent gaps in about 19 of 20 samples', () => {
    const found = Array.from({ length: 200 }, (_, seed) =>
      largestAutocorrelation(exponential(600, seed + 1)),
    );
    expect(found.filter(({ value, limit }) => value > limit).length).toBeLessThan(22);
  });

  it('of a period of two is one', () => {
    const gaps = Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? 10 : 30));
    expect(largestAutocorrelation(gaps).value).toBeCloseTo(1, 2);
  });
});

it('drift is what the last tenth has more than the first', () => {
  expect(drift(Array.from({ length: 100 }, (_, i) => i))).toBe(90);
  expect(drift(Array(50).fill(3))).toBe(0);
});
