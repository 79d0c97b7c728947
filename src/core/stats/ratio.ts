import { tQuantile } from './distributions.ts';
import { mean } from './quantile.ts';

export interface Ratio {
  /** Second over first. */
  readonly ratio: number;
  /** null: a side has fewer than two samples. */
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/**
 * Ratio of the geometric means of two independent samples, all of them above 0, with its interval: Welch's t on the
 * logarithms with the degrees of freedom of Satterthwaite (Welch 1947). null: a side has no sample above 0.
 */
export function ratioOf(first: readonly number[], second: readonly number[], alpha = 0.05): Ratio | null {
  const [a, b] = [first, second].map((samples) => samples.filter((value) => value > 0).map(Math.log));
  if (a === undefined || b === undefined || a.length === 0 || b.length === 0) return null;
  const difference = averageOf(b) - averageOf(a);
  const ratio = Math.exp(difference);
  if (a.length < 2 || b.length < 2) return { ratio, interval: null };
  const [va, vb] = [varianceOf(a) / a.length, varianceOf(b) / b.length];
  if (va + vb === 0) return { ratio, interval: { low: ratio, high: ratio } };
  const degrees = (va + vb) ** 2 / (va ** 2 / (a.length - 1) + vb ** 2 / (b.length - 1));
  const half = tQuantile(1 - alpha / 2, degrees) * Math.sqrt(va + vb);
  return { ratio, interval: { low: Math.exp(difference - half), high: Math.exp(difference + half) } };
}

/** Of at least one. */
function averageOf(samples: readonly number[]): number {
  return mean(samples) ?? Number.NaN;
}

function varianceOf(samples: readonly number[]): number {
  const average = averageOf(samples);
  return samples.reduce((sum, value) => sum + (value - average) ** 2, 0) / (samples.length - 1);
}
