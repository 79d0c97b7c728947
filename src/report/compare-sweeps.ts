import type { WorkloadConfiguration } from '../core/config/configuration.ts';
import type { CompareDocument, ComparedPoint, ComparedRun } from '../core/documents/compare.ts';
import type { Measurement } from '../core/documents/measurement.ts';
import { ratioOf } from '../core/stats/ratio.ts';
import { metricOf } from '../core/sweep/objective.ts';
import type { SweepReport } from './model.ts';
import { pointOf, pointsOf, type ResultRow, readings, rowsOf } from './rows.ts';

/** A sweep with what its workloads are: equal names alone do not make two numbers comparable. */
export interface ComparedSweep {
  readonly report: SweepReport;
  readonly workloads: readonly WorkloadConfiguration[];
}

interface Side extends ComparedSweep {
  readonly rows: ReadonlyMap<string, ResultRow>;
}

const THROUGHPUT = 'output_tokens_per_s';

/**
 * Two sweeps, setting by setting: only what is the same command (`setting_id`) under the same workload. The objective's
 * metric is used where both have the same, else throughput.
 */
export function compareSweeps(first: ComparedSweep, second: ComparedSweep): CompareDocument {
  const sides = [sideOf(first), sideOf(second)] as const;
  const objectives = [first.report.objective.metric, second.report.objective.metric];
  const metric = objectives[0] === objectives[1] ? (objectives[0] ?? THROUGHPUT) : THROUGHPUT;
  const changed = changedWorkloads(...sides);
  const runs: readonly [ComparedRun, ComparedRun] = [runOf(first.report), runOf(second.report)];
  return {
    kind: 'sweeps',
    runs,
    differs: differencesOf(runs),
    points: pointsInBoth(sides, metric, new Set(changed.keys())),
    not_compared: [
      ...[...changed].map(([name, why]) => ({ what: `workload ${name}`, why })),
      ...aloneIn(sides[0], sides[1], 'only in the first'),
      ...aloneIn(sides[1], sides[0], 'only in the second'),
    ],
  };
}

function sideOf(sweep: ComparedSweep): Side {
  const { document } = sweep.report;
  const rows = rowsOf(document);
  const byId = document.trials.flatMap(({ setting_id }, at) => {
    const row = rows[at];
    return row === undefined || row.measurements.length === 0 ? [] : [[setting_id, row] as const];
  });
  // of duplicates the first is the one that was measured
  return { ...sweep, rows: new Map(byId.reverse()) };
}

function runOf({ document, about }: SweepReport): ComparedRun {
  return { run: document.id, engine: about.engine, version: about.version, model: about.model };
}

function differencesOf([a, b]: readonly [ComparedRun, ComparedRun]): CompareDocument['differs'] {
  return (['engine', 'version', 'model'] as const)
    .filter((what) => a[what] !== b[what])
    .map((what) => ({ what, values: [a[what] ?? 'unknown', b[what] ?? 'unknown'] }));
}

/** Workloads of one name that are two: by name, with what differs. */
function changedWorkloads(a: Side, b: Side): Map<string, string> {
  const changed = new Map<string, string>();
  for (const workload of a.workloads) {
    const other = b.workloads.find(({ name }) => name === workload.name);
    if (other === undefined) continue;
    const keys = [
      ...new Set([...Object.keys(workload), ...Object.keys(other)]),
    ] as (keyof WorkloadConfiguration)[];
    const different = keys.filter(
      (key) => key !== 'concurrency' && JSON.stringify(workload[key]) !== JSON.stringify(other[key]),
    );
    if (different.length > 0) changed.set(workload.name, `defined in another way: ${different.join(', ')}`);
  }
  return changed;
}

function pointsInBoth(
  [a, b]: readonly [Side, Side],
  metric: string,
  changed: ReadonlySet<string>,
): ComparedPoint[] {
  return [...a.rows].reverse().flatMap(([setting_id, row]) => {
    const other = b.rows.get(setting_id);
    if (other === undefined) return [];
    return pointsOf([row], null).flatMap((point) => {
      const both = [readings(row, point), readings(other, point)] as const;
      const [sample] = both[0];
      if (sample === undefined || both[1].length === 0 || changed.has(sample.workload)) return [];
      return comparedPoint(setting_id, [row.name, other.name], sample, metric, both);
    });
  });
}

function comparedPoint(
  setting_id: string,
  names: readonly [string, string],
  { workload, concurrency, rate }: Measurement,
  metric: string,
  [first, second]: readonly [readonly Measurement[], readonly Measurement[]],
): ComparedPoint {
  const valuesOf = (measured: readonly Measurement[]): number[] =>
    measured.map((m) => metricOf(m, metric)).filter((value) => value !== null);
  const values = [valuesOf(first), valuesOf(second)] as const;
  const { ratio = null, interval = null } = ratioOf(...values) ?? {};
  const keys = new Set(first.map((m) => m.measurement_key));
  const same_key = second.some((m) => keys.has(m.measurement_key));
  return {
    setting_id,
    names,
    workload,
    concurrency,
    rate,
    metric,
    readings: values,
    ratio,
    interval,
    same_key,
  };
}

function aloneIn(side: Side, other: Side, why: string): CompareDocument['not_compared'] {
  return [...side.rows].reverse().flatMap(([setting_id, row]) => {
    const found = other.rows.get(setting_id);
    if (found === undefined) return [{ what: `setting ${row.name}`, why: `measured ${why}` }];
    const known = new Set(found.measurements.map((m) => pointOf(m).key));
    return pointsOf([row], null)
      .filter(({ key }) => !known.has(key))
      .map(({ key }) => ({ what: `${row.name}, ${key}`, why: `measured ${why}` }));
  });
}
