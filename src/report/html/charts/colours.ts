import type { ResultRow } from '../../rows.ts';

const COLOURS = 8;

/** Classes of the style by trial: the baseline and the best first, then in order; who comes after the eighth is grey. */
export function coloursOf(rows: readonly ResultRow[]): ReadonlyMap<string, string> {
  const drawn = rows.filter((row) => row.measurements.length > 0);
  const weight = (row: ResultRow): number => (row.baseline ? 2 : 0) + (row.best ? 1 : 0);
  const ordered = [...drawn].sort((a, b) => weight(b) - weight(a));
  return new Map(ordered.map((row, at) => [row.name, at < COLOURS ? `k${at}` : 'other']));
}
