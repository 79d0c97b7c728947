import { describe, expect, it } from 'vitest';
import { arrivals } from '../../../src/load/schedule/arrivals.ts';
import type { LoadShape } from '../../../src/ports/load.ts';

const OPEN = { kind: 'open', rate_per_s: 20, burstiness: 1, ramp: null, max_open: null } as const;
type Shape = Exclude<LoadShape, { readonly kind: 'closed' }>;

function take(shape: Shape, n: number, seed = 7): readonly number[] {
  const times: number[] = [];
  for (const at of arrivals(shape, seed)) {
    times.push(at);
    if (times.length === n) break;
  }
  return times;
}

const gapsOf = (times: readonly number[]) => times.slice(1).map((at, i) => at - (times[i] ?? at));

const N = 20_000;
const LAGS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** One false alarm in 1000 for each of the tests. */
const [KOLMOGOROV, NORMAL] = [1.949, 3.29];

/** Largest distance between the empirical and the given distribution, times sqrt(n). */
function kolmogorov(samples: readonly number[], below: (x: number) => number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const n = sorted.length;
  const distances = sorted.map((x, i) => Math.max(below(x) - i / n, (i + 1) / n - below(x)));
  return Math.sqrt(n) * Math.max(...distances);
}

function autocorrelation(samples: readonly number[], lag: number): number {
  const mean = samples.reduce((sum, x) => sum + x, 0) / samples.length;
  const square = samples.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  const product = samples.slice(lag).reduce((sum, x, i) => sum + (x - mean) * ((samples[i] ?? 0) - mean), 0);
  return product / square;
}

describe.each([1, 2, 3])('gaps of an open loop, seed %i', (seed) => {
  it('are exponential for Poisson', () => {
    const gaps = gapsOf(take(OPEN, N, seed));
    expect(kolmogorov(gaps, (x) => 1 - Math.exp(-x / 50))).toBeLessThan(KOLMOGOROV);
  });

  it('follow the gamma distribution where it has a closed form', () => {
    // shape 2: 1 - e^-y (1 + y); shape 1/2: erf(sqrt(y)) = P(|normal| < sqrt(2 y))
    const two = gapsOf(take({ ...OPEN, burstiness: 2 }, N, seed));
    const at = (x: number) => x / 25;
    expect(kolmogorov(two, (x) => 1 - Math.exp(-at(x)) * (1 + at(x)))).toBeLessThan(KOLMOGOROV);
    const half = gapsOf(take({ ...OPEN, burstiness: 0.5 }, N, seed));
    expect(kolmogorov(half, (x) => erf(Math.sqrt(x / 100)))).toBeLessThan(KOLMOGOROV);
  });

  it.each([1, 0.5, 2])('of burstiness %f are independent at lags 1 to 10', (burstiness) => {
    const gaps = gapsOf(take({ ...OPEN, burstiness }, N, seed));
    for (const lag of LAGS) {
      expect(Math.abs(autocorrelation(gaps, lag)) * Math.sqrt(N), `lag ${lag}`).toBeLessThan(NORMAL);
    }
  });

  it('add up to the rate asked', () => {
    const last = take(OPEN, N, seed).at(-1) ?? 0;
    expect(Math.abs(last / (N * 50) - 1) * Math.sqrt(N)).toBeLessThan(NORMAL);
  });
});

describe.each([0, 1, 2])('gap number %i of the small seeds that people give', (n) => {
  const of_each = Array.from({ length: 2_000 }, (_, seed) => {
    const times = [0, ...take(OPEN, n + 1, seed)];
    return (times.at(-1) ?? 0) - (times.at(-2) ?? 0);
  });

  it('is exponential over the seeds, from the first on', () => {
    expect(kolmogorov(of_each, (x) => 1 - Math.exp(-x / 50))).toBeLessThan(KOLMOGOROV);
  });

  it('says nothing of that of the next seed', () => {
    for (const lag of LAGS)
      expect(Math.abs(autocorrelation(of_each, lag)) * Math.sqrt(of_each.length), `lag ${lag}`).toBeLessThan(
        NORMAL,
      );
  });
});

describe('the schedule', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(take(OPEN, 50)).toEqual(take(OPEN, 50));
    expect(take(OPEN, 50, 8)).not.toEqual(take(OPEN, 50));
  });

  it('is constant where that is asked, from the start on', () => {
    expect(take({ ...OPEN, burstiness: null }, 4)).toEqual([0, 50, 100, 150]);
  });

  it('does not drift over a million requests', () => {
    const shape = { ...OPEN, rate_per_s: 3, burstiness: null };
    expect(take(shape, 1_000_001).at(-1)).toBeCloseTo(1_000_000_000 / 3, 3);
  });

  it('climbs on its ramp and goes on after it', () => {
    const shape = { ...OPEN, rate_per_s: 100, burstiness: null, ramp: { from_per_s: 0, over_ms: 10_000 } };
    const times = take(shape, 1000);
    // at 100/s after 10 s: 500 on the ramp, the n-th at sqrt(2 n / (0.1 / 10000)) ms
    expect(times.filter((at) => at < 10_000)).toHaveLength(500);
    expect(times[125]).toBeCloseTo(5000, 6);
    expect(
      gapsOf(times)
        .slice(501)
        .every((gap) => Math.abs(gap - 10) < 1e-6),
    ).toBe(true);
    const flat = { ...shape, ramp: { from_per_s: 100, over_ms: 10_000 } };
    expect(take(flat, 5).map(Math.round)).toEqual([0, 10, 20, 30, 40]);
  });

  it('falls as well as it climbs', () => {
    const shape = { ...OPEN, rate_per_s: 10, burstiness: null, ramp: { from_per_s: 90, over_ms: 2000 } };
    const times = take(shape, 200);
    expect(times.filter((at) => at < 2000)).toHaveLength(100);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('is that of the trace, and ends with it', () => {
    expect(take({ kind: 'trace', at_ms: [0, 3, 3, 90], max_open: null }, 9)).toEqual([0, 3, 3, 90]);
  });
});

/** By its power series (Abramowitz and Stegun 7.1.6), which converges everywhere. */
function erf(x: number): number {
  if (x > 5) return 1;
  let [term, sum] = [x, x];
  for (let n = 1; n < 200; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}
