import type { Measurement } from '../../../core/documents/measurement.ts';
import { number } from '../../format.ts';
import { pointOf, type ResultRow } from '../../rows.ts';
import type { Markup } from '../markup.ts';
import { table } from '../table.ts';
import { coloursOf } from './colours.ts';
import { scaleOf } from './scale.ts';
import { type Dot, FRAME, xyChart } from './xy.ts';

type Quantile = 'p95' | 'p50';

interface Reading extends Dot {
  readonly name: string;
  readonly point: string;
}

/**
 * Throughput against the time to the first token, a dot for each measurement of the workload. p95 where there are
 * enough requests for it, else p50, and it says which. null: fewer than two settings have both numbers.
 */
export function pareto(rows: readonly ResultRow[], workload: string): Markup | null {
  const measured = rows.flatMap((row) => row.measurements.filter((m) => m.workload === workload));
  const quantile: Quantile = measured.some((m) => m.ttft_ms.p95 !== null) ? 'p95' : 'p50';
  const readings = rows.flatMap((row) =>
    row.measurements.flatMap((m) => reading(row.name, m, workload, quantile)),
  );
  const names = [...new Set(readings.map(({ name }) => name))];
  if (names.length < 2) return null;
  const colours = coloursOf(rows);
  const front = unbeaten(readings);
  const instead = quantile === 'p95' ? '' : ' (too few requests for p95)';
  return xyChart({
    id: 'pareto',
    title: `Throughput against TTFT ${quantile}: ${workload}`,
    axes: `up: output tokens/s; across: TTFT ${quantile} in ms${instead}; better is up and left; dashed: readings that no other one beats in both`,
    description: `${readings.length} readings of ${names.length} settings; not beaten in both: ${[...new Set(front.map(({ name }) => name))].join(', ')}.`,
    x: scaleOf(
      readings.map((dot) => dot.x),
      FRAME.left,
      FRAME.right,
    ),
    y: scaleOf(
      readings.map((dot) => dot.y),
      FRAME.bottom,
      FRAME.top,
    ),
    series: names.map((name) => ({
      name,
      colour: colours.get(name) ?? 'other',
      dots: readings.filter((dot) => dot.name === name),
      line: [],
    })),
    front,
    numbers: table(
      'pareto-numbers',
      `Readings of ${workload}`,
      [
        { text: 'setting' },
        { text: 'point' },
        { text: 'tokens/s', number: true },
        { text: `TTFT ${quantile} ms`, number: true },
        { text: 'not beaten in both' },
      ],
      readings.map((dot) => ({
        heading: dot.name,
        cells: [dot.point, number(dot.y), number(dot.x), front.includes(dot) ? 'yes' : ''],
      })),
    ),
  });
}

function reading(name: string, m: Measurement, workload: string, quantile: Quantile): Reading[] {
  const [x, y] = [m.ttft_ms[quantile], m.output_tokens_per_s];
  return m.workload !== workload || x === null || y === null ? [] : [{ name, point: pointOf(m).load, x, y }];
}

/** Readings that no other one beats in both, the fastest answer first. */
function unbeaten(readings: readonly Reading[]): Reading[] {
  let highest = Number.NEGATIVE_INFINITY;
  return [...readings]
    .sort((a, b) => a.x - b.x || b.y - a.y)
    .filter(({ y }) => {
      const kept = y > highest;
      highest = Math.max(highest, y);
      return kept;
    });
}
