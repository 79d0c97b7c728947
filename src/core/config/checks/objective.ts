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
    ...(both && !draft.hasEffort
      ? [
          atKey(
            ['objective', 'minimize'],
            'two objectives are compared over fresh starts, and no effort is given',
            'write `effort: default`, or put one of them into `where`',
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
  const { workload: name, concurrency, rate } = objective ?? {};
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
  const [, second] = readable;
  if (name === undefined && second !== undefined) {
    const names = readable.map((candidate) => candidate.name).join(', ');
    return [
      atKey(
        ['objective'],
        'the objective does not say which workload decides',
        `write \`workload:\` with one of ${names}`,
      ),
    ];
  }
  const goal = objective?.maximize ?? objective?.minimize;
  const closed = workload.rate === undefined && workload.replay === undefined;
  return [
    ...(goal?.startsWith('goodput_') && workload.goodput === undefined
      ? [
          atValue(
            ['objective', objective?.maximize === undefined ? 'minimize' : 'maximize'],
            `${goal} needs limits, and ${workload.name} has none`,
            'write for example `goodput: {ttft: 500ms, tpot: 50ms}` for the workload',
          ),
        ]
      : []),
    ...unmeasured('concurrency', concurrency, workload.name, closed ? (workload.concurrency ?? [1]) : []),
    ...unmeasured('rate', rate, workload.name, workload.rate ?? []),
  ];
}

function unmeasured(
  key: 'concurrency' | 'rate',
  asked: number | undefined,
  workload: string,
  measured: readonly number[],
): readonly Finding[] {
  if (asked === undefined || measured.includes(asked)) return [];
  const remedy = measured.length === 0 ? `it has no ${key}: remove this` : `measured: ${measured.join(', ')}`;
  return [atValue(['objective', key], `${workload} is not measured at ${key} ${asked}`, remedy)];
}
