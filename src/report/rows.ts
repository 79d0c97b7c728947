import type { ObjectiveConfiguration } from '../core/config/configuration.ts';
import type { Measurement } from '../core/documents/measurement.ts';
import type {
  DecisionDocument,
  StartDocument,
  SweepDocument,
  TrialDocument,
  TrialStatus,
} from '../core/documents/sweep.ts';
import { visible } from '../core/visible.ts';
import { answersDoubts, passedText } from './answers.ts';
import { doubtsOf } from './doubts.ts';
import { UNKNOWN } from './format.ts';

/** One workload at one concurrency (or rate), as a column of the table. */
export interface Point {
  readonly key: string;
  readonly workload: string;
  readonly load: string;
}

/** One trial as the tables show it. A trial without a number has an empty list, never a 0. */
export interface ResultRow {
  readonly name: string;
  readonly baseline: boolean;
  readonly best: boolean;
  readonly status: TrialStatus;
  readonly measurements: readonly Measurement[];
  readonly load_s: number | null;
  readonly adopted: boolean;
  readonly reused: boolean;
  readonly suspect: boolean;
  readonly fault: string | null;
  /** How many problems it passes: `94/100`. Absent: no answers were judged. */
  readonly passed?: string;
}

export function pointOf(m: {
  readonly workload: string;
  readonly concurrency: number | null;
  readonly rate?: number | null | undefined;
}): Point {
  const rate = m.rate ?? null;
  const load = m.concurrency !== null ? `c${m.concurrency}` : rate !== null ? `${rate}/s` : 'replay';
  return { key: `${m.workload} ${load}`, workload: visible(m.workload), load };
}

/** Every point that was measured, the objective's own first, the others in the order in which they were met. */
export function pointsOf(rows: readonly ResultRow[], objective: ObjectiveConfiguration | null): Point[] {
  const points = new Map<string, Point>();
  if (objective !== null) {
    const first = pointOf(objective);
    points.set(first.key, first);
  }
  for (const row of rows) {
    for (const measurement of row.measurements) {
      const point = pointOf(measurement);
      if (!points.has(point.key)) points.set(point.key, point);
    }
  }
  return [...points.values()];
}

export function readings(row: ResultRow, point: Point | undefined): readonly Measurement[] {
  return point === undefined ? [] : row.measurements.filter((m) => pointOf(m).key === point.key);
}

export function failedRequests(row: ResultRow): string {
  if (row.measurements.length === 0) return UNKNOWN;
  return String(row.measurements.reduce((sum, m) => sum + m.failed, 0));
}

export function rowsOf(document: SweepDocument): ResultRow[] {
  return document.trials.map((trial) => rowOf(trial, document));
}

/** Without a difference nothing is best, though the decision names the setting to keep. */
export function isBest(name: string, { kind, best }: DecisionDocument): boolean {
  return name === best && (kind === 'winner' || kind === 'baseline_best');
}

function rowOf(trial: TrialDocument, document: SweepDocument): ResultRow {
  return {
    name: trial.name,
    baseline: trial.name === document.baseline,
    best: isBest(trial.name, document.decision),
    status: trial.status,
    // A failed trial has no number, and a failed start gives none to its trial.
    measurements:
      trial.status === 'measured'
        ? trial.starts.filter((start) => start.fault === null).flatMap((start) => start.measurements)
        : [],
    load_s: trial.starts.map(loadTime).findLast((seconds) => seconds !== null) ?? null,
    adopted: trial.starts.some((start) => start.adopted),
    reused: trial.starts.length > 0 && trial.starts.every((start) => start.reused_from !== null),
    suspect:
      trial.starts.some((start) => doubtsOf(start).length > 0) ||
      (trial.evaluation !== null && answersDoubts(trial.evaluation).length > 0),
    fault: trial.fault?.name ?? null,
    ...(trial.evaluation === null ? {} : { passed: passedText(trial.evaluation) }),
  };
}

/** The wait of the load alone; an adopted server had loaded before anybody looked. */
function loadTime(start: StartDocument): number | null {
  return (
    start.hold_points.find(({ name, state }) => name === 'loaded' && state === 'passed' && !start.adopted)
      ?.waited_s ?? null
  );
}
