import type { BenchMeasurement } from '../../documents/bench.ts';
import { type ImportedRun, metricsOf } from './result.ts';

/** One measurement of `bench`; a void one has no number. */
export function importMeasurement(measurement: BenchMeasurement, model: string | null): ImportedRun {
  const { concurrency, rate, ok, failed, defined } = measurement;
  const whole = measurement.void === null ? defined : undefined;
  return {
    tool: 'holdpoint',
    model,
    concurrency,
    rate,
    ok,
    failed,
    metrics: [
      ...metricsOf(Object.entries(whole?.values ?? {})),
      ...Object.entries(whole?.samples ?? {}).flatMap(([id, sample]) =>
        metricsOf([
          [`${id} mean`, sample.mean],
          ...(['p50', 'p90', 'p95', 'p99'] as const).map(
            (p) => [`${id} ${p}`, sample[p], sample.intervals[p]] as const,
          ),
        ]),
      ),
    ],
  };
}
