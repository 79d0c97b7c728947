import { joined, number } from '../../format.ts';
import type { ResultRow } from '../../rows.ts';
import type { Markup } from '../markup.ts';
import { table } from '../table.ts';
import { coloursOf } from './colours.ts';
import { scaleOf, stepsOf } from './scale.ts';
import { type Dot, FRAME, type Series, xyChart } from './xy.ts';

/** Tokens a second against concurrency, a chart for each workload that was measured at more than one. */
export function throughput(rows: readonly ResultRow[]): Markup[] {
  const workloads = [...new Set(rows.flatMap((row) => row.measurements.map((m) => m.workload)))];
  return workloads.flatMap((workload, index) => {
    const series = seriesOf(rows, workload);
    const dots = series.flatMap((each) => each.dots);
    const levels = [...new Set(dots.map((dot) => dot.x))].sort((a, b) => a - b);
    if (levels.length < 2) return [];
    const y = scaleOf(
      dots.map((dot) => dot.y),
      FRAME.bottom,
      FRAME.top,
      { zero: true },
    );
    const highest = Math.max(...dots.map((dot) => dot.y));
    return xyChart({
      id: `throughput-${index}`,
      title: `Throughput against concurrency: ${workload}`,
      axes: 'up: output tokens/s; across: concurrency; one dot a start, lines through their means',
      description: `${series.length} settings at concurrency ${levels.join(', ')}; the highest reading is ${number(highest)} tokens/s.`,
      x: stepsOf(levels, FRAME.left + 4, FRAME.right - 3),
      y,
      series,
      front: [],
      numbers: table(
        `throughput-${index}-numbers`,
        `Output tokens/s of ${workload}`,
        [{ text: 'setting' }, ...levels.map((level) => ({ text: `c${level}`, number: true }))],
        series.map(({ name, dots }) => ({
          heading: name,
          cells: levels.map((level) =>
            joined(
              dots.filter((dot) => dot.x === level).map((dot) => dot.y),
              ' / ',
            ),
          ),
        })),
      ),
    });
  });
}

function seriesOf(rows: readonly ResultRow[], workload: string): Series[] {
  const colours = coloursOf(rows);
  return rows.flatMap((row) => {
    const dots = row.measurements.flatMap((m) =>
      m.workload === workload && m.concurrency !== null && m.output_tokens_per_s !== null
        ? [{ x: m.concurrency, y: m.output_tokens_per_s }]
        : [],
    );
    return dots.length === 0
      ? []
      : [{ name: row.name, colour: colours.get(row.name) ?? 'other', dots, line: means(dots) }];
  });
}

/** Only to lead the eye: the readings themselves are the dots. */
function means(dots: readonly Dot[]): Dot[] {
  const levels = [...new Set(dots.map((dot) => dot.x))].sort((a, b) => a - b);
  return levels.map((x) => {
    const values = dots.filter((dot) => dot.x === x).map((dot) => dot.y);
    return { x, y: values.reduce((sum, value) => sum + value, 0) / values.length };
  });
}
