import { visible } from '../core/visible.ts';
import { type Column, type FittedColumn, fit } from './columns.ts';
import { joined, number, UNKNOWN } from './format.ts';
import { type Paint, PLAIN } from './paint.ts';
import { failedRequests, type Point, type ResultRow, readings } from './rows.ts';
import { cut, displayWidth, padEnd, padStart, wrap } from './width.ts';

/**
 * The table of a sweep, at most `width` columns wide; the objective's point stands first. What does not fit is left out
 * as a whole column and named below.
 */
export function table(
  rows: readonly ResultRow[],
  points: readonly Point[],
  width: number,
  paint: Paint = PLAIN,
): string[] {
  const whole = fit(columnsOf(rows, points, result), width);
  const { columns, left_out } =
    whole.left_out.length === 0
      ? whole
      : fit(
          columnsOf(rows, points, (row) => row.status),
          width,
        );
  const lines = [0, 1].map((line) =>
    paint.faint(
      columns
        .map((c) => aligned(c.head[line] ?? '', c))
        .join('  ')
        .trimEnd(),
    ),
  );
  rows.forEach((row, index) => {
    const text = columns.map((c) => aligned(c.cells[index] ?? '', c)).join('  ');
    lines.push(painted(row, paint)(text.trimEnd()));
  });
  for (const note of notes(rows, left_out)) lines.push(...wrap(note, width).map(paint.faint));
  return lines;
}

function columnsOf(
  rows: readonly ResultRow[],
  points: readonly Point[],
  last: (row: ResultRow) => string,
): Column[] {
  const main = points[0];
  const names = rows.map((row) => visible(row.name));
  const several = new Set(points.map((p) => p.workload)).size > 1;
  const right = (
    head: [string, string],
    label: string,
    sacrifice: number,
    of: (row: ResultRow) => string,
  ): Column => ({
    head,
    cells: rows.map(of),
    align: 'right',
    sacrifice,
    label,
  });
  const time = (row: ResultRow, quantile: 'p50' | 'p95'): string =>
    all(readings(row, main).map((m) => m.ttft_ms[quantile]));
  const failures = rows.some((row) => row.measurements.some((m) => m.failed > 0));
  const accept = right(['accept', 'length'], 'acceptance length', 7, (row) =>
    all(readings(row, main).map((m) => m.acceptance_length)),
  );
  return [
    { head: ['', ''], cells: rows.map(mark), align: 'left', sacrifice: 0, label: 'marks' },
    {
      head: ['', 'trial'],
      cells: names,
      align: 'left',
      sacrifice: 0,
      least: distinct(names),
      label: 'trial',
    },
    ...points.map((point, index) =>
      right(
        [index === 0 ? 'tokens/s' : '', several ? `${cut(point.workload, 10)} ${point.load}` : point.load],
        `tokens/s ${point.key}`,
        index === 0 ? 0 : index < 3 ? 3 + index : 10 + index,
        (row) => all(readings(row, point).map((m) => m.output_tokens_per_s)),
      ),
    ),
    right(['TTFT', 'p50 ms'], 'TTFT p50', 6, (row) => time(row, 'p50')),
    right(['TTFT', 'p95 ms'], 'TTFT p95', 1, (row) => time(row, 'p95')),
    ...(accept.cells.some((cell) => cell !== UNKNOWN) ? [accept] : []),
    ...(rows.some((row) => row.passed !== undefined)
      ? [right(['problems', 'passed'], 'problems passed', 1, (row) => row.passed ?? UNKNOWN)]
      : []),
    right(['failed', 'req.'], 'failed requests', failures ? 2 : 8, failedRequests),
    right(['load', 's'], 'load time', 9, loadTime),
    { head: ['', 'result'], cells: rows.map(last), align: 'left', sacrifice: 0, least: 8, label: 'result' },
  ];
}

/** The least width at which no two names look the same: names of a grid differ at their end. */
function distinct(names: readonly string[]): number {
  const longest = Math.max(0, ...names.map(displayWidth));
  for (let width = 12; width < longest; width += 1) {
    if (new Set(names.map((name) => cut(name, width))).size === new Set(names).size) return width;
  }
  return longest;
}

function mark(row: ResultRow): string {
  return `${row.best ? '*' : ''}${row.baseline ? 'b' : ''}`;
}

function all(values: readonly (number | null)[]): string {
  return joined(values, '/');
}

function loadTime(row: ResultRow): string {
  if (row.reused) return 'reused';
  if (row.load_s === null) return row.adopted ? 'adopted' : UNKNOWN;
  return number(row.load_s);
}

function result(row: ResultRow): string {
  const doubt = row.measurements.some((m) => m.under_traffic)
    ? ' (under traffic)'
    : row.suspect
      ? ' (suspect)'
      : '';
  return row.fault === null ? row.status + doubt : `${row.status}: ${row.fault}`;
}

function notes(rows: readonly ResultRow[], leftOut: readonly string[]): string[] {
  const marks: string[] = [];
  if (rows.some((row) => row.best)) marks.push('* best');
  if (rows.some((row) => row.baseline)) marks.push('b baseline');
  const out = marks.length === 0 ? [] : [marks.join(', ')];
  if (leftOut.length > 0) out.push(`no room here for: ${leftOut.join(', ')} (all of it is in results.csv)`);
  return out;
}

function painted(row: ResultRow, paint: Paint): (text: string) => string {
  if (row.best) return paint.good;
  if (row.status === 'failed') return paint.bad;
  if (row.status === 'void' || row.suspect) return paint.doubtful;
  return row.status === 'measured' ? (text) => text : paint.faint;
}

function aligned(text: string, column: FittedColumn): string {
  return column.align === 'left'
    ? padEnd(cut(text, column.width), column.width)
    : padStart(text, column.width);
}
