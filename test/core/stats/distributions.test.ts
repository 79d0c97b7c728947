import { describe, expect, test } from 'vitest';
import {
  betaQuantile,
  binomialCdf,
  normalQuantile,
  tQuantile,
} from '../../../src/core/stats/distributions.ts';

// Percentage points as printed in the tables of textbooks (Pearson and Hartley, Biometrika Tables, and their successors).
const T: readonly (readonly [number, number, number])[] = [
  [0.9, 1, 3.077684],
  [0.95, 1, 6.313752],
  [0.975, 1, 12.706205],
  [0.975, 2, 4.302653],
  [0.975, 3, 3.182446],
  [0.975, 4, 2.776445],
  [0.995, 5, 4.032143],
  [0.975, 10, 2.228139],
  [0.99, 14, 2.624494],
  [0.9, 20, 1.325341],
  [0.995, 30, 2.749996],
];

const NORMAL: readonly (readonly [number, number])[] = [
  [0.9, 1.281552],
  [0.95, 1.644854],
  [0.975, 1.959964],
  [0.99, 2.326348],
  [0.995, 2.575829],
  [0.999, 3.090232],
];

describe('against published tables', () => {
  test.each(T)('t(%d; %d degrees) is %d', (p, degrees, value) => {
    expect(Math.abs(tQuantile(p, degrees) - value)).toBeLessThan(1e-6);
    expect(Math.abs(tQuantile(1 - p, degrees) + value)).toBeLessThan(1e-6);
  });

  test.each(NORMAL)('the normal quantile of %d is %d', (p, value) => {
    expect(Math.abs(normalQuantile(p) - value)).toBeLessThan(1e-6);
  });
});

describe('against closed forms', () => {
  const levels = [0.9, 0.975, 0.9875, 0.9915, 0.9925, 0.995, 0.9965, 0.9999];

  test.each(levels)('t with 1, 2 and 4 degrees at %d', (p) => {
    expect(tQuantile(p, 1)).toBeCloseTo(Math.tan(Math.PI * (p - 0.5)), 6);
    expect(tQuantile(p, 2)).toBeCloseTo((2 * p - 1) / Math.sqrt(2 * p * (1 - p)), 6);
    const a = Math.sqrt(4 * p * (1 - p));
    const q = Math.cos(Math.acos(a) / 3) / a;
    expect(tQuantile(p, 4)).toBeCloseTo(2 * Math.sqrt(q - 1), 6);
  });

  test('binomial tails by adding up', () => {
    for (const [k, n, p] of [
      [0, 5, 0.5],
      [3, 40, 0.1],
      [6, 20, 0.5],
      [99, 100, 0.97],
    ] as const)
      expect(binomialCdf(k, n, p)).toBeCloseTo(added(k, n, p), 9);
    expect(binomialCdf(-1, 5, 0.5)).toBe(0);
  });

  test('the beta quantile with one shape of 1 is a root', () => {
    expect(betaQuantile(0.975, 1, 40)).toBeCloseTo(1 - 0.025 ** (1 / 40), 9);
    expect(betaQuantile(0.025, 40, 1)).toBeCloseTo(0.025 ** (1 / 40), 9);
  });
});

/** The sum of the terms, each from the one before. */
function added(k: number, n: number, p: number): number {
  let term = (1 - p) ** n;
  let sum = term;
  for (let i = 1; i <= k; i++) {
    term *= ((n - i + 1) / i) * (p / (1 - p));
    sum += term;
  }
  return sum;
}
