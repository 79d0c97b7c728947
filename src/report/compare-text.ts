import type { CompareDocument, ComparedPoint } from '../core/documents/compare.ts';
import { visible } from '../core/visible.ts';
import { joined, percent, UNKNOWN } from './format.ts';
import { pointOf } from './rows.ts';
import { padEnd } from './width.ts';

/** The comparison for a reader: what differs, then every point with the readings of both sides. */
export function compareText({ runs, differs, points, not_compared }: CompareDocument): string[] {
  const rows = points.map(rowOf);
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => padEnd(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const [metric] = points;
  return [
    `first:  ${visible(runs[0].run)}`,
    `second: ${visible(runs[1].run)}`,
    ...(differs.length === 0
      ? ['engine, version and model are the same in both']
      : differs.map(({ what, values }) => `${what} differs: ${visible(values[0])} / ${visible(values[1])}`)),
    '',
    ...(metric === undefined
      ? ['nothing was measured in both under the same definitions']
      : [`${visible(metric.metric)}: first | second; change with its 95 % interval`, ...rows.map(line)]),
    ...(not_compared.length === 0
      ? []
      : ['', ...not_compared.map(({ what, why }) => `not compared: ${visible(what)}: ${visible(why)}`)]),
  ];
}

function rowOf(point: ComparedPoint): string[] {
  const [name, other] = point.names.map((text) => visible(text));
  return [
    name === other ? (name ?? '') : `${name} (${other})`,
    visible(pointOf(point).key),
    `${joined(point.readings[0], '/')} | ${joined(point.readings[1], '/')}`,
    changeOf(point),
    point.same_key ? '' : 'engine, model or host are not the same',
  ];
}

function changeOf({ ratio, interval }: ComparedPoint): string {
  if (ratio === null) return UNKNOWN;
  if (interval === null) return `${percent(ratio)} (no interval: fewer than two starts on a side)`;
  return `${percent(ratio)} (${percent(interval.low)} to ${percent(interval.high)})`;
}
