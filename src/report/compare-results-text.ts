import type { ComparedMetric, ComparedSource, CompareResultsDocument } from '../core/documents/compare.ts';
import type { Interval } from '../core/documents/measurement.ts';
import { visible } from '../core/visible.ts';
import { joined, number, percent, UNKNOWN } from './format.ts';
import { padEnd } from './width.ts';

/** Of all definitions of two benches, those that a reader looks for; the document has all of them. */
const MAIN =
  /^(ttft\.first_token|itl\.event|tpot\.(classic|unbiased)|e2e|throughput\.(all|steady)|goodput\.share|tokens_per_event)\.v1( (mean|p50|p95|p99))?$/;

/** Two results for a reader: whose numbers they are, what differs, then each number of both. */
export function compareResultsText({
  sides,
  differs,
  metrics,
  not_compared,
}: CompareResultsDocument): string[] {
  const ours = sides.every(({ formulas }) => formulas === 'holdpoint');
  const rows = metrics.filter(({ metric }) => !ours || MAIN.test(metric)).map(rowOf);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => padEnd(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    `first:  ${sideLine(sides[0])}`,
    `second: ${sideLine(sides[1])}`,
    ...differs.map(({ what, values }) => `${what} differs: ${visible(values[0])} / ${visible(values[1])}`),
    '',
    ...(rows.length === 0
      ? ['no number is defined in the same way in both']
      : ['first | second, in ms, tokens/s or requests/s; change with its 95 % interval', ...rows.map(line)]),
    ...(not_compared.length === 0
      ? []
      : ['', ...not_compared.map(({ what, why }) => `not compared: ${visible(what)}: ${why}`)]),
  ];
}

function sideLine({ source, tool, formulas, model, ok, failed }: ComparedSource): string {
  const by = tool === formulas ? tool : `${tool}, by the formulas of ${formulas}`;
  const count = (n: number | null) => (n === null ? UNKNOWN : String(n));
  const named = model === null ? '' : `, ${visible(model)}`;
  return `${visible(source)} (${by}${named}): ${count(ok)} requests ok, ${count(failed)} failed`;
}

function rowOf({ load, metric, readings, within, ratio, interval }: ComparedMetric): string[] {
  const side = (at: 0 | 1) => `${joined(readings[at], '/')}${intervalText(within[at])}`;
  const change =
    ratio === null
      ? UNKNOWN
      : interval === null
        ? `${percent(ratio)} (no interval: fewer than two runs on a side)`
        : `${percent(ratio)} (${percent(interval.low)} to ${percent(interval.high)})`;
  return [visible(load), visible(metric), `${side(0)} | ${side(1)}`, change];
}

function intervalText(interval: Interval | null): string {
  if (interval === null) return '';
  const end = (value: number | null) => (value === null ? '..' : number(value));
  return ` [${end(interval.low)} to ${end(interval.high)}]`;
}
