import betaQuantileOf from '@stdlib/stats-base-dists-beta-quantile';
import binomialCdfOf from '@stdlib/stats-base-dists-binomial-cdf';
import normalQuantileOf from '@stdlib/stats-base-dists-normal-quantile';
import tQuantileOf from '@stdlib/stats-base-dists-t-quantile';

/** Quantiles of t that were asked for: the analysis of one look asks for the same few levels again and again. */
const known = new Map<string, number>();

/** Quantile of Student's t: the value that is exceeded with probability 1 - p. `degrees` of freedom > 0. */
export function tQuantile(p: number, degrees: number): number {
  const key = `${p} ${degrees}`;
  const found = known.get(key) ?? tQuantileOf(p, degrees);
  known.set(key, found);
  return found;
}

/** Quantile of the standard normal distribution. */
export function normalQuantile(p: number): number {
  return normalQuantileOf(p, 0, 1);
}

/** Probability of at most `k` successes in `n` trials of probability `p`. */
export function binomialCdf(k: number, n: number, p: number): number {
  return k < 0 ? 0 : binomialCdfOf(k, n, p);
}

/** Quantile of the beta distribution with shapes `a` and `b`, both > 0. */
export function betaQuantile(p: number, a: number, b: number): number {
  return betaQuantileOf(p, a, b);
}
