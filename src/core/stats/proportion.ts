import { betaQuantile, normalQuantile } from './distributions.ts';

/** Bounds of a share, each from 0 to 1, or of a difference of shares, from -1 to 1. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's score interval of a share: the shares p for which the count lies within z standard errors of n p
 * (Wilson 1927). Its coverage lies about the level, and below it for some p. `alpha` is both sides together.
 */
export function wilson(successes: number, n: number, alpha = 0.05): Bounds {
  if (n === 0) return { low: 0, high: 1 };
  const z = normalQuantile(1 - alpha / 2);
  const share = successes / n;
  const centre = (share + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === n ? 1 : Math.min(1, centre + half),
  };
}

/**
 * The exact interval of a share (Clopper and Pearson 1934), from the binomial tails by way of the beta quantile. It covers
 * in at least 1 - `alpha` of all cases, whatever the true share. `alpha` is both sides together.
 */
export function clopperPearson(successes: number, n: number, alpha = 0.05): Bounds {
  return {
    low: successes === 0 ? 0 : betaQuantile(alpha / 2, successes, n - successes + 1),
    high: successes === n ? 1 : betaQuantile(1 - alpha / 2, successes + 1, n - successes),
  };
}
