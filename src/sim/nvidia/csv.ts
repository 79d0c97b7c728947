import type { ToolOutput } from '../host/tool.ts';
import type { Column } from './column.ts';

/** The answer to a query with `--format=csv`, `noheader` and `nounits` if asked. An unknown field is said on stdout. */
export function csv<Row>(
  columns: ReadonlyMap<string, Column<Row>>,
  fields: readonly string[],
  format: readonly string[],
  rows: readonly Row[],
): ToolOutput {
  const unknown = fields.find((field) => !columns.has(field));
  if (unknown !== undefined)
    return { code: 2, stdout: `Field "${unknown}" is not a valid field to query.\n\n`, stderr: '' };
  const units = !format.includes('nounits');
  const chosen = fields.flatMap((field) => columns.get(field) ?? []);
  const lines = rows.map((row) => chosen.map((column) => cell(column, row, units)).join(', '));
  if (!format.includes('noheader')) lines.unshift(header(fields, chosen));
  return { code: 0, stdout: lines.map((line) => `${line}\n`).join(''), stderr: '' };
}

function header<Row>(fields: readonly string[], columns: readonly Column<Row>[]): string {
  return columns
    .map(({ unit }, at) => (unit === undefined ? fields[at] : `${fields[at]} [${unit}]`))
    .join(', ');
}

function cell<Row>({ unit, read }: Column<Row>, row: Row, units: boolean): string {
  const value = read(row);
  return units && unit !== undefined && typeof value === 'number' ? `${value} ${unit}` : String(value);
}
