import { compileCondition } from '../../plan/expression/condition.ts';
import { METRIC_SCOPE, METRICS } from '../../plan/metrics.ts';
import type { Draft } from '../draft.ts';
import { atValue, type Finding, type Path } from '../source/finding.ts';

/** A percentile that so few requests never have: the objective would stay unknown, and no setting would satisfy `where`. */
export function checkSamples({ objective, workloads }: Draft): readonly Finding[] {
  const workload =
    objective?.workload === undefined
      ? workloads[0]
      : workloads.find((candidate) => candidate?.name === objective.workload);
  if (objective === null || workload === null || workload === undefined) return [];
  const { name, requests = Number.POSITIVE_INFINITY } = workload;
  const findings = (metrics: Iterable<string>, path: Path): readonly Finding[] =>
    [...metrics].flatMap((metric) => {
      const least = METRICS.get(metric)?.least_requests ?? 1;
      if (requests >= least) return [];
      const message = `${metric} takes ${least} requests, and ${name} makes ${requests}`;
      return [
        atValue(path, message, `write \`requests: ${least}\` or more for ${name}, or a lower percentile`),
      ];
    });
  const conditions = objective.where ?? [];
  return [
    ...(['maximize', 'minimize'] as const).flatMap((direction) =>
      findings(objective[direction] === undefined ? [] : [objective[direction]], ['objective', direction]),
    ),
    ...conditions.flatMap((text, at) => {
      const compiled = text === null ? null : compileCondition(text, METRIC_SCOPE);
      return compiled?.ok === true ? findings(compiled.condition.names, ['objective', 'where', at]) : [];
    }),
  ];
}
