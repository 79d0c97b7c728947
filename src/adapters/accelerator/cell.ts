/** Why a cell has no number, in the tool's own words: `N/A`, `Insufficient Permissions`, `GPU requires reset`. */
export interface Unavailable {
  readonly unavailable: string;
}

/** One amount that a tool prints. What is not available is never 0. */
export type Cell = number | Unavailable;

/** The number, or null where the tool has none. */
export function numberIn(cell: Cell): number | null {
  return typeof cell === 'number' ? cell : null;
}
