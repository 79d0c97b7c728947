import { normalQuantile } from './distributions.ts';

/**
 * Variance of the log of a sample quantile p of n independent values, in units of (sd of the log values)^2 / n, where
 * these are about lognormal: p (1 - p) / phi(z_p)^2 (Cramer 1946).
 */
export function quantileVariance(p: number): number {
  return (p * (1 - p)) / density(p) ** 2;
}

/**
 * How much lower the log of a sample quantile by closest ranks is than one that is as often too low as too high, in units
 * of (sd of the log values) / n: the difference between the positions of types 7 and 8 of Hyndman and Fan (1996).
 */
export function quantileShortfall(p: number): number {
  return (4 * p - 2) / 3 / density(p);
}

/** Of the standard normal distribution at its quantile p. */
function density(p: number): number {
  return Math.exp(-(normalQuantile(p) ** 2) / 2) / Math.sqrt(2 * Math.PI);
}
