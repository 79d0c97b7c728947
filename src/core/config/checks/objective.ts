import { METRICS } from '../../plan/metrics.ts';
import { suggest } from '../did-you-mean.ts';
import type { Draft } from '../draft.ts';
import { atKey, atValue, type Finding } from '../source/finding.ts';

/** An objective that names no number, the wrong direction, or a load that is not measured. */
export function checkObjective(draft: Draft): readonly Finding[] {
  const { objective } = draft;
  if (objective === null) return [];
  const both = objective.maximize !== undefined && objective.minimize !== undefined;
  return [
    ...(both
      ? [
          atKey(
            ['objective', 'minimize'],
            '`maximize` and `minimize` exclude each other',
            'leave one; put the other into `where`',
          ),
        ]
      : []),
    ...metricFindings('maximize', objective.maximize),
    ...metricFindings('minimize', objective.minimize),
    ...loadFindings(draft),
  ];
}

function metricFindings(direction: 'maximize' | 'minimize', name: string | undefined): readonly Finding[] {
  if (name === undefined) return [];
  const path = ['objective', direction];
  const metric = METRICS.get(name);
  const usable = [...METRICS.values()].filter(({ better }) => better !== null).map((known) => known.name);
  if (metric === undefined || metric.better === null)
    return [atValue(path, `\`${name}\` is no number to decide by`, suggest(name, usable))];
  const right = metric.better === 'higher' ? 'maximize' : 'minimize';
  return direction === right
    ? []
    : [atKey(path, `${direction}: ${name} would choose the worst setting`, `write ${right}: ${name}`)];
}

function loadFindings({ objective, workloads }: Draft): readonly Finding[] {
  const { workload: name, concurrency } = objective ?? {};
  const readable = workloads.filter((workload) => workload !== null);
  // One that cannot be read may be the one that is meant.
  const certain = readable.length > 0 && readable.length === workloads.length;
  const workload = name === undefined ? readable[0] : readable.find((candidate) => candidate.name === name);
  if (workload === undefined) {
    const names = readable.map((candidate) => candidate.name);
    return name !== undefined && certain
      ? [atValue(['objective', 'workload'], `\`${name}\` is no workload`, suggest(name, names))]
      : [];
  }
  if (name === undefined && !certain) return [];
  const measured = workload.concurrency ?? [1];
  if (concurrency === undefined || measured.includes(concurrency)) return [];
  return [
    atValue(
      ['objective', 'concurrency'],
      `${workload.name} is not measured at concurrency ${concurrency}`,
      `measured: ${measured.join(', ')}`,
    ),
  ];
}
