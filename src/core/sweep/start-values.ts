import type { StartDocument } from '../documents/sweep.ts';
import { mean } from '../stats/quantile.ts';
import type { Rules } from './course.ts';
import { conditionsOf, excessOf, isClearlyBroken, keepsRest } from './limits.ts';
import { isDecisive, metricOf } from './objective.ts';
import type { TrialState } from './state.ts';

/** The start of a setting with this replicate that came through; a crash before it is none. */
export function startOf(trial: TrialState | undefined, replicate: number): StartDocument | undefined {
  return trial?.starts.find(
    (start) => start.fault === null && start.measurements[0]?.replicate === replicate,
  );
}

/** One number per start: the mean of the logs at the objective's point, more is better. null: there is none. */
export function valueOf(start: StartDocument, rules: Rules): number | null {
  const { direction, metric } = rules.objective;
  const log = logOf(start, metric, rules);
  return log === null || direction === 'maximize' ? log : -log;
}

/** The second objective, which should be small, turned so that more is better. */
export function besideOf(start: StartDocument, rules: Rules): { readonly beside?: number | null } {
  const { beside } = rules.objective;
  if (beside === undefined) return {};
  const log = logOf(start, beside, rules);
  return { beside: log === null ? null : -log };
}

function logOf(start: StartDocument, metric: string, rules: Rules): number | null {
  const values = pointsOf(start, rules).map((m) => metricOf(m, metric));
  if (values.some((value) => value === null || value <= 0)) return null;
  return mean(values.map((value) => Math.log(value ?? 1)));
}

/** A start that fails requests or breaks a condition that is no limit speaks against its setting. */
export function isBarred(start: StartDocument, rules: Rules): boolean {
  const conditions = conditionsOf(rules.objective.where);
  return pointsOf(start, rules).some((m) => m.failed > 0 || !keepsRest(m, conditions));
}

/** Over every start of a setting, at the objective's point. */
export function requestsOf(
  { starts }: TrialState,
  rules: Rules,
): { readonly failed: number; readonly requests: number } {
  const points = starts.flatMap((start) => pointsOf(start, rules));
  const sum = (of: (m: (typeof points)[number]) => number) => points.reduce((all, m) => all + of(m), 0);
  return { failed: sum((m) => m.failed), requests: sum((m) => m.requests) };
}

/** One start says little about a limit: only what is far over it is no finalist. */
export function isClearlyOut(start: StartDocument, rules: Rules): boolean {
  const { limits } = conditionsOf(rules.objective.where);
  return pointsOf(start, rules).some((m) => limits.some((limit) => isClearlyBroken(m, limit)));
}

/** One number per start for each limit: the mean over the measurements at the objective's point. */
export function excessesOf(start: StartDocument, rules: Rules): readonly (number | null)[] {
  return conditionsOf(rules.objective.where).limits.map((limit) => {
    const excesses = pointsOf(start, rules).map((m) => excessOf(m, limit));
    return excesses.includes(null) ? null : mean(excesses.map(Number));
  });
}

function pointsOf(start: StartDocument, { objective }: Rules) {
  return start.measurements.filter((m) => isDecisive(m, objective));
}
