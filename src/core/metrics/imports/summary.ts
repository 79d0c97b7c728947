import { sampleOf } from '../sample.ts';
import { type ImportedMetric, type Json, metricsOf, numberIn } from './result.ts';

/**
 * Statistics of one time as the result files of vLLM and SGLang name them: `mean_NAME_ms`, `p99_NAME_ms`, ... in
 * milliseconds, percentiles by linear interpolation. `samples_s`: every sample, in seconds, where the file has them.
 */
export function summaryIn(
  file: Json,
  name: string,
  id: string,
  samples_s: readonly unknown[] = [],
): readonly ImportedMetric[] {
  const samples = samples_s.flat().filter((value): value is number => typeof value === 'number');
  const { intervals } = sampleOf(samples.map((seconds) => seconds * 1000));
  return metricsOf([
    [`${id} mean`, numberIn(file, `mean_${name}_ms`)],
    [`${id} p50`, numberIn(file, `median_${name}_ms`), intervals.p50],
    [`${id} p90`, numberIn(file, `p90_${name}_ms`), intervals.p90],
    [`${id} p95`, numberIn(file, `p95_${name}_ms`), intervals.p95],
    [`${id} p99`, numberIn(file, `p99_${name}_ms`), intervals.p99],
  ]);
}

/** A list of a file; empty where it has none. */
export function listIn(file: Json, key: string): readonly unknown[] {
  const list = Object.hasOwn(file, key) ? file[key] : undefined;
  return Array.isArray(list) ? list : [];
}

/** A rate of requests: a number, or `inf` and the like, which is no schedule: null. */
export function rateIn(file: Json): number | null {
  const rate = numberIn(file, 'request_rate');
  return rate === null || rate <= 0 ? null : rate;
}
