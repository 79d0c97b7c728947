/** Why a cell has no number, in the tool's own words: `N/A`, `Insufficient Permissions`, `GPU requires reset`. */
export interface Unavailable {
  readonly unavailable: string;
}

/** One cell of `nvidia-smi --format=csv`. What is not available is never 0. */
export type Cell = number | Unavailable;

const BARE = new Set(['N/A', 'ERR!']);

/** A whole number (a unit may stand behind it), or why there is none; null: the tool never writes this. */
export function readCell(text: string): Cell | null {
  const number = /^(\d{1,15})(?: MiB)?$/.exec(text);
  if (number !== null) return Number(number[1]);
  const bracketed = /^\[([^[\]]{1,80})\]$/.exec(text);
  if (bracketed !== null) return { unavailable: bracketed[1] ?? '' };
  return BARE.has(text) ? { unavailable: text } : null;
}

/** The number, or null where the tool has none. */
export function numberIn(cell: Cell): number | null {
  return typeof cell === 'number' ? cell : null;
}
