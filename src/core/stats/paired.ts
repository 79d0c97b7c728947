import { binomialCdf, normalQuantile } from './distributions.ts';
import type { Bounds } from './proportion.ts';

/** The same problems under two settings: what only one of them passes. */
export interface Paired {
  /** Passed by the setting alone. */
  readonly gained: number;
  /** Passed by the baseline alone. */
  readonly lost: number;
  /** All problems, those with equal verdicts included. */
  readonly problems: number;
}

/**
 * Exact McNemar test (McNemar 1947, in its exact form): given the number of problems that differ, losses are binomial with
 * probability 1/2 where the settings are equal. `worse`: probability of this many losses or more. `different`: twice the
 * smaller tail, at most 1.
 */
export function exactMcNemar({ gained, lost }: Omit<Paired, 'problems'>): {
  readonly worse: number;
  readonly different: number;
} {
  const differing = gained + lost;
  const worse = 1 - binomialCdf(lost - 1, differing, 0.5);
  const different = Math.min(1, 2 * binomialCdf(Math.min(gained, lost), differing, 0.5));
  return { worse, different };
}

/**
 * Score interval of the difference of two paired shares, setting minus baseline (Tango 1998). Each bound is where the score
 * statistic equals the normal quantile. `alpha` is both sides together: a one-sided bound of 95 % is that of 0.10.
 */
export function tango(pairs: Paired, alpha = 0.05): Bounds {
  const z = normalQuantile(1 - alpha / 2);
  const { gained, lost, problems } = pairs;
  if (problems === 0) return { low: -1, high: 1 };
  return {
    low: -root((difference) => score({ gained, lost, problems }, -difference) - z),
    high: root((difference) => score({ gained: lost, lost: gained, problems }, -difference) - z),
  };
}

/** Tango's statistic for a supposed `difference`; it falls as the difference rises. */
function score({ gained, lost, problems: n }: Paired, difference: number): number {
  const w = -gained - lost + (2 * n - gained + lost) * difference;
  const v = -lost * difference * (1 - difference);
  const q = (Math.sqrt(Math.max(0, w * w - 8 * n * v)) - w) / (4 * n);
  const variance = n * (2 * q + difference * (1 - difference));
  const numerator = gained - lost - n * difference;
  if (variance > 0) return numerator / Math.sqrt(variance);
  return numerator === 0 ? 0 : numerator * Number.POSITIVE_INFINITY;
}

/** Where a rising function crosses zero between -1 and 1, by bisection. */
function root(rising: (x: number) => number): number {
  let [low, high] = [-1, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (rising(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
