import type { Cell } from '../cell.ts';

const BARE = new Set(['N/A', 'ERR!']);

/**
 * One cell of `nvidia-smi --format=csv`: a whole number (a unit may stand behind it), or why there is none; null: the
 * tool never writes this.
 */
export function readCell(text: string): Cell | null {
  const number = /^(\d{1,15})(?: MiB)?$/.exec(text);
  if (number !== null) return Number(number[1]);
  const bracketed = /^\[([^[\]]{1,80})\]$/.exec(text);
  if (bracketed !== null) return { unavailable: bracketed[1] ?? '' };
  return BARE.has(text) ? { unavailable: text } : null;
}
