/** Of a random sample, one in twenty has a larger distance: 1.358 / sqrt(n) (Smirnov 1948), for a law known beforehand. */
const KS_FACTOR = 1.358;
/** The same for the largest of ten correlations: the normal quantile of 1 - 0.05 / 20 (Bonferroni). */
const CORRELATION_FACTOR = 2.807;

/** A statistic beside the most that it may be by chance. */
export interface Tested {
  readonly value: number;
  readonly limit: number;
}

/** Largest distance between the distribution of gaps and the exponential one of this mean (Kolmogorov). */
export function distanceToExponential(gaps: readonly number[], mean: number): Tested {
  const n = gaps.length;
  const value = [...gaps]
    .sort((a, b) => a - b)
    .reduce((most, gap, i) => {
      const law = 1 - Math.exp(-gap / mean);
      return Math.max(most, law - i / n, (i + 1) / n - law);
    }, 0);
  return { value, limit: KS_FACTOR / Math.sqrt(n) };
}

/** The largest autocorrelation of the gaps at the lags from 1 to `lags`, as a size. */
export function largestAutocorrelation(gaps: readonly number[], lags = 10): Tested {
  const n = gaps.length;
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / n;
  const off = gaps.map((gap) => gap - mean);
  const at = (lag: number) => off.slice(lag).reduce((sum, gap, i) => sum + gap * (off[i] ?? 0), 0);
  const all = Array.from({ length: lags }, (_, i) => Math.abs(at(i + 1) / at(0)));
  return { value: Math.max(...all), limit: CORRELATION_FACTOR / Math.sqrt(n) };
}

/** What the last tenth of the values has more than the first tenth, on average. */
export function drift(values: readonly number[]): number {
  const tenth = Math.max(1, Math.floor(values.length / 10));
  const mean = (part: readonly number[]) => part.reduce((sum, value) => sum + value, 0) / part.length;
  return mean(values.slice(-tenth)) - mean(values.slice(0, tenth));
}
