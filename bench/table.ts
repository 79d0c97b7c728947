import { type Figure, holds, type Row } from './row.ts';

export interface Measured {
  readonly row: Row;
  readonly figures: readonly Figure[];
  readonly took_s: number;
}

const WIDTH = 118;

/** One block for each row: its figures as a table, what each was compared with, and how it was measured. */
export function block({ row, figures, took_s }: Measured): readonly string[] {
  const widest = Math.max(...figures.map(({ what }) => what.length));
  const lines = figures.flatMap((figure) => [
    `  ${figure.what.padEnd(widest)}  ${number(figure.value, figure.unit).padStart(11)}  ${limitOf(figure).padStart(13)}  ${word(figure)}`,
    ...wrap([figure.detail, figure.noise].filter((text) => text !== '').join('; '), '      '),
  ]);
  return [`${row.name} (${took_s.toFixed(0)} s)`, ...lines, ...wrap(`how: ${row.how}.`, '    '), ''];
}

function number(value: number | null, unit: string): string {
  if (value === null) return '-';
  return `${value.toFixed(Math.abs(value) < 10 ? 2 : 0)} ${unit}`;
}

function limitOf({ limit, unit }: Figure): string {
  return limit === null ? '' : `limit ${limit} ${unit}`;
}

function word(figure: Figure): string {
  if (figure.value === null) return 'not measured';
  return { true: 'holds', false: 'DOES NOT HOLD', null: '' }[
    String(holds(figure)) as 'true' | 'false' | 'null'
  ];
}

function wrap(text: string, indent: string): readonly string[] {
  const lines: string[] = [];
  let line = indent;
  for (const part of text.split(' ')) {
    if (line.length + part.length + 1 > WIDTH && line.trim() !== '') {
      lines.push(line);
      line = indent;
    }
    line += line.trim() === '' ? part : ` ${part}`;
  }
  return [...lines, line];
}
