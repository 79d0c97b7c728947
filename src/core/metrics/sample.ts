import type { Distribution, Sample } from '../documents/measurement.ts';
import { binomialCdf } from '../stats/distributions.ts';
import { mean, quantile } from '../stats/quantile.ts';
import { sampleFloor } from './floor.ts';

/** Of an interval, both sides together. */
const ALPHA = 0.05;

const PERCENTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;
type Percentile = keyof typeof PERCENTILES;
const FLOORS: Readonly<Record<Percentile, number>> = mapped((_, p) => sampleFloor(p));

/** The four numbers of a sample that a table has room for. */
export function distribution({ mean: average, p50, p95, p99 }: Sample): Distribution {
  return { mean: average, p50, p95, p99 };
}

/**
 * Exact over all samples, in their unit, with their number, the largest, and 95 % intervals of the percentiles; one below its
 * floor is null.
 */
export function sampleOf(samples: ArrayLike<number>): Sample {
  const sorted = new Float64Array(samples).sort();
  const n = sorted.length;
  const enough = (name: Percentile) => n >= FLOORS[name];
  const values = mapped((name, p) => (enough(name) ? quantile(sorted, p) : null));
  const intervals = mapped((name, p) => (enough(name) ? quantileInterval(sorted, p) : null));
  return { n, mean: mean(sorted), ...values, max: sorted[n - 1] ?? null, intervals };
}

/**
 * The interval of a quantile between two order statistics, free of any assumption about the distribution: the sorted
 * samples l and u (from 1) with P(B < l) <= 2.5 % and P(B < u) >= 97.5 %, B binomial of n and p. A side that the samples
 * do not reach is null. Samples are taken as independent; requests of one batch are not quite.
 */
export function quantileInterval(
  sorted: ArrayLike<number>,
  p: number,
): { readonly low: number | null; readonly high: number | null } {
  const n = sorted.length;
  const l = smallest(n, (k) => binomialCdf(k, n, p) > ALPHA / 2);
  const u = smallest(n, (k) => binomialCdf(k, n, p) >= 1 - ALPHA / 2) + 1;
  return { low: sorted[l - 1] ?? null, high: sorted[u - 1] ?? null };
}

/** The smallest k from 0 to n that holds; it holds for all above. */
function smallest(n: number, holds: (k: number) => boolean): number {
  let [low, high] = [0, n];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function mapped<T>(value: (name: Percentile, p: number) => T): Record<Percentile, T> {
  const { p50, p90, p95, p99 } = PERCENTILES;
  return {
    p50: value('p50', p50),
    p90: value('p90', p90),
    p95: value('p95', p95),
    p99: value('p99', p99),
  };
}
