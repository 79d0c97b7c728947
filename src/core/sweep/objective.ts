import type { ConstraintConfiguration, ObjectiveConfiguration } from '../config/configuration.ts';
import type { Measurement } from '../documents/measurement.ts';
import { compileCondition } from '../plan/expression/condition.ts';
import { METRIC_SCOPE, METRICS, metricsOf } from '../plan/metrics.ts';

/** Value of a named metric in its own unit (times in ms); null: the measurement does not have it. */
export function metricOf(measurement: Measurement, metric: string): number | null {
  return METRICS.get(metric)?.read(measurement) ?? null;
}

/** Is it of the workload and the load that decide? */
export function isDecisive(
  { workload, concurrency, rate }: Measurement,
  objective: Pick<ObjectiveConfiguration, 'workload' | 'concurrency' | 'rate'>,
): boolean {
  return (
    workload === objective.workload &&
    concurrency === objective.concurrency &&
    rate === (objective.rate ?? null)
  );
}

/** Does a measurement keep every condition of `where`? One that cannot be judged for want of a number is not kept. */
export function satisfies(measurement: Measurement, where: readonly ConstraintConfiguration[]): boolean {
  const names = metricsOf(measurement);
  return where.every(({ text }) => {
    const compiled = compileCondition(text, METRIC_SCOPE);
    if (!compiled.ok) return false;
    const result = compiled.condition.judge(names);
    return result.ok && result.value === true;
  });
}
