import { displayWidth } from './width.ts';

/** A column of a table, before it is known how much room there is. */
export interface Column {
  /** Two header lines, so that a narrow number may have a long name. */
  readonly head: readonly [string, string];
  readonly cells: readonly string[];
  readonly align: 'left' | 'right';
  /** Columns with the highest number are left out first; 0 is never left out. */
  readonly sacrifice: number;
  /** The least width to which the cells may be cut; absent: they are never cut. */
  readonly least?: number;
  /** What a note calls it where it is left out. */
  readonly label: string;
}

export interface FittedColumn extends Column {
  readonly width: number;
}

export interface Fitted {
  readonly columns: readonly FittedColumn[];
  readonly left_out: readonly string[];
}

const GAP = 2;

/**
 * Makes columns fit into `width`: first the ones that may be cut become narrower, then whole columns go. A number is
 * never cut: half a number is a wrong number.
 */
export function fit(columns: readonly Column[], width: number): Fitted {
  let kept = columns.map((column) => ({ ...column, width: naturalWidth(column) }));
  const leftOut: string[] = [];
  for (;;) {
    kept = narrowed(kept, width);
    if (total(kept) <= width) break;
    const victim = kept.reduce((worst, c) => (c.sacrifice > worst.sacrifice ? c : worst));
    if (victim.sacrifice === 0) break;
    kept = kept.filter((c) => c !== victim).map((c) => ({ ...c, width: naturalWidth(c) }));
    leftOut.unshift(victim.label);
  }
  return { columns: kept, left_out: leftOut };
}

function narrowed(columns: readonly FittedColumn[], width: number): FittedColumn[] {
  let excess = total(columns) - width;
  return columns.map((column) => {
    const give = Math.max(0, Math.min(excess, column.width - (column.least ?? column.width)));
    excess -= give;
    return { ...column, width: column.width - give };
  });
}

function naturalWidth(column: Column): number {
  return Math.max(...[...column.head, ...column.cells].map(displayWidth));
}

function total(columns: readonly FittedColumn[]): number {
  return columns.reduce((sum, c) => sum + c.width, GAP * Math.max(0, columns.length - 1));
}
