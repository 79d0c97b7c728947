import { mean, quantile } from '../../stats/quantile.ts';

/** Statistics as numpy has them by default: linear percentiles, population deviation. null: no sample, never NaN. */
export interface Statistics {
  readonly n: number;
  readonly sum: number;
  readonly mean: number | null;
  readonly std: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** `p` from 0 to 100. */
  percentile(p: number): number | null;
}

export function statisticsOf(samples: readonly number[]): Statistics {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = mean(sorted);
  const squares = middle === null ? [] : sorted.map((x) => (x - middle) ** 2);
  const variance = mean(squares);
  return {
    n: sorted.length,
    sum: sorted.reduce((sum, x) => sum + x, 0),
    mean: middle,
    std: variance === null ? null : Math.sqrt(variance),
    min: sorted[0] ?? null,
    max: sorted.at(-1) ?? null,
    percentile: (p) => quantile(sorted, p / 100),
  };
}

/** Amount over time, and null for no time: an export has neither NaN nor Infinity. */
export function rate(amount: number, seconds: number): number | null {
  return seconds > 0 ? amount / seconds : null;
}

/** One metric as the result files of vLLM and SGLang name it: `mean_NAME_ms`, `p99_NAME_ms`, ... */
export function summaryOf(
  name: string,
  samples: readonly number[],
  percentiles: readonly number[],
): Record<string, number | null> {
  const { mean, std, percentile } = statisticsOf(samples);
  return {
    [`mean_${name}_ms`]: mean,
    [`median_${name}_ms`]: percentile(50),
    [`std_${name}_ms`]: std,
    ...Object.fromEntries(percentiles.map((p) => [`p${p}_${name}_ms`, percentile(p)])),
  };
}
