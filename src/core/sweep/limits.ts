import type { ConstraintConfiguration } from '../config/configuration.ts';
import type { Measurement, MeasurementBody } from '../documents/measurement.ts';
import { evaluate } from '../plan/expression/evaluate.ts';
import { parseExpression } from '../plan/expression/parse.ts';
import type { Node } from '../plan/expression/syntax.ts';
import { METRICS, type Metric, metricsOf } from '../plan/metrics.ts';
import { normalQuantile } from '../stats/distributions.ts';
import { quantileShortfall, quantileVariance } from '../stats/percentile.ts';

/** A condition of `where` that bounds one number by a constant: it is judged over all starts of a setting together. */
export interface Limit {
  /** As it was written, with what else it may say. */
  readonly text: string;
  readonly metric: Metric;
  /** At most this; false: at least this. */
  readonly most: boolean;
  /** Above 0; times in ms. */
  readonly bound: number;
}

interface Conditions {
  readonly limits: readonly Limit[];
  /** All the others: each start must keep them. */
  readonly rest: readonly Node[];
}

/** Counts are whole numbers and often 0: they have no logarithm and no spread to speak of. */
const COUNTS: ReadonlySet<string> = new Set(['failed', 'failed_share', 'requests', 'output_tokens']);
const QUANTILES: Readonly<Record<string, number>> = { p50: 0.5, p95: 0.95, p99: 0.99 };
/** Between starts, where nothing better is known. */
const BETWEEN = 0.02;
/** By how much requests that are answered together vary more than independent ones. */
const TOGETHER = 2.3;
/** Deviation of the logs of request times where too few are known to tell. */
const USUAL_SPREAD = 0.35;

/** A decision is asked for after every record of a journal. */
const known = new WeakMap<readonly ConstraintConfiguration[], Conditions>();

export function conditionsOf(where: readonly ConstraintConfiguration[]): Conditions {
  const found = known.get(where);
  if (found !== undefined) return found;
  const [limits, rest]: [Limit[], Node[]] = [[], []];
  for (const { text } of where) {
    const parsed = parseExpression(text);
    if (!parsed.ok) throw new Error(`a condition that was checked cannot be read: ${text}`);
    for (const node of conjuncts(parsed.node)) {
      const limit = limitOf(node, text);
      if (limit === null) rest.push(node);
      else limits.push(limit);
    }
  }
  known.set(where, { limits, rest });
  return { limits, rest };
}

/** Do all conditions hold that are no limits? One that cannot be judged for want of a number does not. */
export function keepsRest(measurement: Measurement, { rest }: Conditions): boolean {
  const names = metricsOf(measurement);
  return rest.every((node) => {
    const result = evaluate(node, names);
    return result.ok && result.value === true;
  });
}

/**
 * Log of the number over its bound, above 0 where it breaks the limit; null: the measurement does not have it. A
 * percentile of few requests lies too low by closest ranks, and is raised by as much; there are far more gaps between
 * tokens than requests.
 */
export function excessOf(measurement: MeasurementBody, { metric, most, bound }: Limit): number | null {
  const value = metric.read(measurement);
  if (value === null || value <= 0) return null;
  const { time, share } = statisticOf(metric);
  const short =
    share === null || time === 'itl'
      ? 0
      : (quantileShortfall(share) * spreadOf(measurement, time)) / Math.max(1, measurement.ok);
  const excess = Math.log(value / bound) + short;
  return most ? excess : -excess;
}

/**
 * Is a limit broken so clearly that one start is enough to say so? Above it by more than two standard errors of a start:
 * 2 % between starts, and what so few requests leave open.
 */
export function isClearlyBroken(measurement: MeasurementBody, limit: Limit): boolean {
  const excess = excessOf(measurement, limit);
  if (excess === null) return true;
  const { time, share } = statisticOf(limit.metric);
  const factor = time === null ? 0 : share === null ? 1 : quantileVariance(share);
  const within = (factor * TOGETHER * spreadOf(measurement, time) ** 2) / Math.max(1, measurement.ok);
  return excess > Math.log1p(2 * Math.sqrt(BETWEEN ** 2 + within));
}

/** `ttft_p95` is quantile 0.95 of `ttft`; a mean has no share, and a throughput no requests to be spread over. */
function statisticOf({ name }: Metric): { readonly time: Time | null; readonly share: number | null } {
  const [, time, statistic = ''] = /^(ttft|itl|tpot|e2e)_(mean|p\d+)$/.exec(name) ?? [];
  return { time: (time as Time | undefined) ?? null, share: QUANTILES[statistic] ?? null };
}

type Time = 'ttft' | 'itl' | 'tpot' | 'e2e';

/** Deviation of the logs of a time over requests, as its median and its p95 tell it. */
function spreadOf(measurement: MeasurementBody, time: Time | null): number {
  const { p50 = null, p95 = null } = time === null ? {} : measurement[`${time}_ms`];
  return p50 === null || p95 === null || p50 <= 0 ? USUAL_SPREAD : Math.log(p95 / p50) / normalQuantile(0.95);
}

function conjuncts(node: Node): readonly Node[] {
  return node.kind === 'binary' && node.operator === 'and'
    ? [...conjuncts(node.left), ...conjuncts(node.right)]
    : [node];
}

/** null: it is no comparison of one number with a constant above 0. */
function limitOf(node: Node, text: string): Limit | null {
  if (node.kind !== 'binary' || !['<', '<=', '>', '>='].includes(node.operator)) return null;
  const isAtMost = node.operator.startsWith('<');
  const { left, right } = node;
  const [name, constant, most] =
    left.kind === 'name'
      ? [left.name, right, isAtMost]
      : right.kind === 'name'
        ? [right.name, left, !isAtMost]
        : [];
  const metric = name === undefined || COUNTS.has(name) ? undefined : METRICS.get(name);
  if (metric === undefined || constant === undefined || most === undefined) return null;
  const bound = evaluate(constant, {});
  return bound.ok && typeof bound.value === 'number' && bound.value > 0
    ? { text, metric, most, bound: bound.value }
    : null;
}
