import { type Bytes, MiB } from '../../core/units.ts';

/** What one column of a query shows. */
export interface Column<Row> {
  /** In the header and, without `nounits`, behind every number. */
  readonly unit?: string;
  readonly read: (row: Row) => string | number;
}

export const NOT_AVAILABLE = '[N/A]';

/** Whole MiB, as the tool counts memory. */
export function mebibytes(bytes: Bytes): number {
  return Math.round(bytes / MiB);
}
