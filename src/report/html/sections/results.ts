import type { FinalsDocument, TrialDocument } from '../../../core/documents/sweep.ts';
import { metricOf } from '../../../core/sweep/objective.ts';
import { answersDoubts } from '../../answers.ts';
import { doubtsOf } from '../../doubts.ts';
import { joined, number, setting, UNKNOWN } from '../../format.ts';
import type { SweepReport } from '../../model.ts';
import {
  failedRequests,
  type Point,
  pointOf,
  pointsOf,
  type ResultRow,
  readings,
  rowsOf,
} from '../../rows.ts';
import { coloursOf } from '../charts/colours.ts';
import { changeText } from '../charts/intervals.ts';
import { dotScale, dots, rowChart } from '../charts/rows.ts';
import { html, type Markup } from '../markup.ts';
import { type Row, table } from '../table.ts';
import type { Section } from './section.ts';

/** Every setting with all its readings: a start is one reading, and none is left out. */
export function results(report: SweepReport): Section | null {
  if (report.command === 'apply') return null;
  const rows = rowsOf(report.document);
  const points = pointsOf(rows, report.objective);
  const { finals } = report.document.decision;
  const head = [
    { text: 'setting' },
    { text: 'status' },
    ...(finals === undefined
      ? []
      : [{ text: `change against ${report.document.baseline ?? 'the next'}`, number: true }]),
    ...points.map((point) => ({ text: `tokens/s ${point.key}`, number: true })),
    { text: 'TTFT p50 ms', number: true },
    { text: 'TTFT p95 ms', number: true },
    { text: 'acceptance length', number: true },
    { text: 'failed requests', number: true },
    { text: 'load s', number: true },
    { text: 'doubts' },
  ];
  const body = rows.map((row, at) => bodyRow(row, report.document.trials[at], points, finals));
  return {
    id: 'results',
    title: 'Every setting',
    body: html`${objectiveChart(report, rows)}${table('settings', `Times and acceptance at ${points[0]?.key ?? 'no point'}; several readings are several starts`, head, body)}`,
  };
}

function bodyRow(
  row: ResultRow,
  trial: TrialDocument | undefined,
  points: readonly Point[],
  finals: FinalsDocument | undefined,
): Row {
  const main = readings(row, points[0]);
  const marks = [row.best ? 'best' : '', row.baseline ? 'baseline' : '', row.reused ? 'reused' : ''];
  const answered = trial?.evaluation == null ? [] : answersDoubts(trial.evaluation);
  const doubts = [...(trial?.starts.flatMap((start) => doubtsOf(start)) ?? []), ...answered];
  const traffic = row.measurements.some((m) => m.under_traffic) ? ['under traffic of others'] : [];
  return {
    kind: row.best
      ? 'good'
      : row.status === 'failed'
        ? 'bad'
        : row.status === 'measured'
          ? undefined
          : 'faint',
    heading: html`${row.name}${marks.filter(Boolean).map((mark) => ` (${mark})`)}<small>${setting(trial?.setting ?? {})}</small>`,
    cells: [
      row.fault === null ? row.status : `${row.status}: ${row.fault}`,
      ...(finals === undefined ? [] : [changeOf(row, finals)]),
      ...points.map((point) => all(readings(row, point).map((m) => m.output_tokens_per_s))),
      all(main.map((m) => m.ttft_ms.p50)),
      all(main.map((m) => m.ttft_ms.p95)),
      all(main.map((m) => m.acceptance_length)),
      failedRequests(row),
      row.adopted && row.load_s === null ? 'adopted' : number(row.load_s),
      [...new Set([...doubts, ...traffic])].join('; '),
    ],
  };
}

function changeOf(row: ResultRow, { compared }: FinalsDocument): string {
  const found = compared.find(({ name }) => name === row.name);
  return found === undefined ? UNKNOWN : changeText(found);
}

function all(values: readonly (number | null)[]): string {
  return values.length === 0 ? UNKNOWN : joined(values, ' / ');
}

function objectiveChart({ objective }: SweepReport, rows: readonly ResultRow[]): Markup | null {
  const point = pointOf(objective);
  const colours = coloursOf(rows);
  const drawn = rows.map((row) => ({
    row,
    values: readings(row, point)
      .map((m) => metricOf(m, objective.metric))
      .filter((value) => value !== null),
  }));
  const all = drawn.flatMap(({ values }) => values);
  if (all.length === 0) return null;
  const { scale, ends } = dotScale(all);
  return rowChart(
    `${objective.metric} of ${point.key}`,
    `${ends}; one dot a start; ${objective.direction === 'maximize' ? 'further right' : 'further left'} is better`,
    ['setting', 'readings', 'value'],
    drawn.map(({ row, values }) => ({
      name: row.name,
      drawing: dots(values, scale, colours.get(row.name) ?? 'other'),
      text: values.length === 0 ? row.status : values.map(number).join(' / '),
    })),
  );
}
