import type { Distribution, MeasurementBody } from '../documents/measurement.ts';
import { sampleFloor } from '../metrics/floor.ts';
import type { Scope, Type } from './expression/check.ts';
import type { Names } from './expression/evaluate.ts';

/** A number of a measurement that an objective or a condition of `where` may name. Times are milliseconds. */
export interface Metric {
  readonly name: string;
  readonly type: Type;
  /** null: neither is better, so it is no objective. */
  readonly better: 'higher' | 'lower' | null;
  /** null: unknown (too few samples for the percentile, not said by the engine), never 0. */
  read(measurement: MeasurementBody): number | null;
  /** Fewest requests with which it is ever known. */
  readonly least_requests: number;
}

/** Those that have one sample in each request; the others have more. */
const ONCE: ReadonlySet<string> = new Set(['ttft', 'tpot', 'e2e']);
const TIMES = ['ttft', 'itl', 'tpot', 'e2e'] as const;
const STATISTICS = { mean: null, p50: 0.5, p95: 0.95, p99: 0.99 } as const satisfies Record<
  keyof Distribution,
  number | null
>;

export const METRICS: ReadonlyMap<string, Metric> = new Map(
  [
    metric('output_tokens_per_s', 'number', 'higher', (m) => m.output_tokens_per_s),
    metric('requests_per_s', 'number', 'higher', (m) => (m.duration_s > 0 ? m.ok / m.duration_s : null)),
    ...TIMES.flatMap((time) =>
      (Object.keys(STATISTICS) as (keyof Distribution)[]).map((statistic) => {
        const share = STATISTICS[statistic];
        const least = share !== null && ONCE.has(time) ? sampleFloor(share) : 1;
        return metric(`${time}_${statistic}`, 'duration', 'lower', (m) => m[`${time}_ms`][statistic], least);
      }),
    ),
    metric('acceptance_length', 'number', 'higher', (m) => m.acceptance_length),
    metric('failed', 'number', 'lower', (m) => m.failed),
    metric('failed_share', 'number', 'lower', (m) => (m.requests > 0 ? m.failed / m.requests : null)),
    metric('goodput_share', 'number', 'higher', (m) => m.goodput?.share ?? null),
    metric('goodput_per_s', 'number', 'higher', (m) => m.goodput?.per_s ?? null),
    metric('duration', 'duration', 'lower', (m) => m.duration_s * 1000),
    metric('requests', 'number', null, (m) => m.requests),
    metric('output_tokens', 'number', null, (m) => m.output_tokens),
  ].map((entry) => [entry.name, entry]),
);

/** The names that a condition of `where` may use. */
export const METRIC_SCOPE: Scope = new Map([...METRICS.values()].map(({ name, type }) => [name, type]));

/** Every metric of a measurement by its name, for the conditions of `where`. */
export function metricsOf(measurement: MeasurementBody): Names {
  return Object.fromEntries([...METRICS.values()].map(({ name, read }) => [name, read(measurement)]));
}

function metric(
  name: string,
  type: Type,
  better: Metric['better'],
  read: Metric['read'],
  least_requests = 1,
): Metric {
  return { name, type, better, read, least_requests };
}
