import type { ComparedMetric, ComparedSource, CompareResultsDocument } from '../core/documents/compare.ts';
import type { Interval } from '../core/documents/measurement.ts';
import type { ImportedRun } from '../core/metrics/imports/result.ts';
import { ratioOf } from '../core/stats/ratio.ts';

/** One side of a comparison: what was read of a file or of a bench. */
export interface ResultsSide {
  readonly source: string;
  readonly tool: ImportedRun['tool'];
  readonly runs: readonly ImportedRun[];
  /** What both sides may differ in, by name; null: not said. */
  readonly about: Readonly<Record<string, string | null>>;
}

/** A load that no file names. */
const NOT_SAID = 'not said';

/**
 * Two results, load by load: only numbers of the same definition and statistic stand side by side, whatever their names
 * are; the others are told. Where each side has one load and one of them does not say which, the two are taken as one.
 */
export function compareResults(first: ResultsSide, second: ResultsSide): CompareResultsDocument {
  const loads = [byLoad(first.runs.filter(hasNumbers)), byLoad(second.runs.filter(hasNumbers))] as const;
  const matched = matchedLoads(...loads);
  const metrics = matched.flatMap(([load, a, b]) => metricsInBoth(load, a, b));
  const alone = (at: 0 | 1): CompareResultsDocument['not_compared'] =>
    [...loads[at].keys()]
      .filter((load) => !matched.some((match) => match[3][at] === load))
      .map((load) => ({
        what: `load ${load}`,
        why: `measured only in the ${at === 0 ? 'first' : 'second'}`,
      }));
  return {
    kind: 'results',
    sides: [sourceOf(first), sourceOf(second)],
    differs: differences(first, second, matched),
    metrics,
    not_compared: [
      ...withoutNumbers(first.runs, 'first'),
      ...withoutNumbers(second.runs, 'second'),
      ...alone(0),
      ...alone(1),
      ...onOneSide(matched, 0, 'defined so only in the first'),
      ...onOneSide(matched, 1, 'defined so only in the second'),
    ],
  };
}

type Runs = readonly ImportedRun[];
type Match = readonly [load: string, first: Runs, second: Runs, keys: readonly [string, string]];

function hasNumbers({ metrics }: ImportedRun): boolean {
  return metrics.length > 0;
}

function withoutNumbers(runs: Runs, which: string): CompareResultsDocument['not_compared'] {
  return runs
    .filter((run) => !hasNumbers(run))
    .map((run) => ({ what: `load ${loadOf(run)}`, why: `void, or without numbers, in the ${which}` }));
}

function loadOf({ concurrency, rate }: ImportedRun): string {
  return rate !== null ? `${rate}/s` : concurrency !== null ? `c${concurrency}` : NOT_SAID;
}

function byLoad(runs: Runs): ReadonlyMap<string, Runs> {
  const loads = new Map<string, ImportedRun[]>();
  for (const run of runs) {
    const load = loadOf(run);
    const known = loads.get(load);
    if (known === undefined) loads.set(load, [run]);
    else known.push(run);
  }
  return loads;
}

function matchedLoads(first: ReadonlyMap<string, Runs>, second: ReadonlyMap<string, Runs>): readonly Match[] {
  const [[a] = [], [b] = []] = [[...first], [...second]];
  const unsaid = first.size === 1 && second.size === 1 && (a?.[0] === NOT_SAID || b?.[0] === NOT_SAID);
  if (unsaid && a !== undefined && b !== undefined) {
    const load = a[0] === NOT_SAID ? b[0] : a[0];
    return [[load, a[1], b[1], [a[0], b[0]]]];
  }
  return [...first].flatMap(([load, runs]): readonly Match[] => {
    const other = second.get(load);
    return other === undefined ? [] : [[load, runs, other, [load, load]]];
  });
}

function namesOf(runs: Runs): readonly string[] {
  return [...new Set(runs.flatMap(({ metrics }) => metrics.map(({ metric }) => metric)))];
}

function metricsInBoth(load: string, first: Runs, second: Runs): readonly ComparedMetric[] {
  const known = new Set(namesOf(second));
  return namesOf(first)
    .filter((metric) => known.has(metric))
    .map((metric) => {
      const readings = [readingsOf(first, metric), readingsOf(second, metric)] as const;
      const { ratio = null, interval = null } = ratioOf(...readings) ?? {};
      const within = [withinOf(first, metric), withinOf(second, metric)] as const;
      return { load, metric, readings, within, ratio, interval };
    });
}

function readingsOf(runs: Runs, metric: string): readonly number[] {
  return runs.flatMap(({ metrics }) => metrics.filter((m) => m.metric === metric).map(({ value }) => value));
}

function withinOf(runs: Runs, metric: string): Interval | null {
  const [only, ...others] = runs;
  if (only === undefined || others.length > 0) return null;
  return only.metrics.find((m) => m.metric === metric)?.interval ?? null;
}

/** Definitions, without their statistics, that no load has on the other side. */
function onOneSide(
  matched: readonly Match[],
  at: 0 | 1,
  why: string,
): CompareResultsDocument['not_compared'] {
  const ids = (side: 0 | 1) =>
    new Set(matched.flatMap((match) => namesOf(side === 0 ? match[1] : match[2]).map(definitionOf)));
  const [mine, theirs] = [ids(at), ids(at === 0 ? 1 : 0)];
  return [...mine].filter((id) => !theirs.has(id)).map((what) => ({ what, why }));
}

/** Percentiles by another rule are another definition. */
function definitionOf(metric: string): string {
  const [id = metric] = metric.split(' ');
  return metric.includes('nearest rank') ? `${id} percentiles (nearest rank)` : id;
}

function sourceOf({ source, tool, runs }: ResultsSide): ComparedSource {
  const sum = (of: 'ok' | 'failed') =>
    runs.reduce<number | null>((total, run) => {
      const count = run[of];
      return total === null || count === null ? null : total + count;
    }, 0);
  const [first] = runs;
  const formulas = first?.tool ?? tool;
  return { source, tool, formulas, model: first?.model ?? null, ok: sum('ok'), failed: sum('failed') };
}

function differences(
  first: ResultsSide,
  second: ResultsSide,
  matched: readonly Match[],
): CompareResultsDocument['differs'] {
  const keys = Object.keys(first.about).filter((key) => Object.hasOwn(second.about, key));
  const loads = matched
    .filter(([, , , [a, b]]) => a !== b)
    .map(([, , , values]) => ({ what: 'load', values }));
  return [
    ...loads,
    ...keys
      .filter((what) => first.about[what] !== second.about[what])
      .map((what) => ({
        what,
        values: [first.about[what] ?? 'unknown', second.about[what] ?? 'unknown'] as const,
      })),
  ];
}
