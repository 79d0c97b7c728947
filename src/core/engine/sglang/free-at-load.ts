import type { LogLine } from '../../log-line.ts';
import { type Bytes, GiB } from '../../units.ts';
import { message, rank } from './log.ts';

/** What joining the other ranks took before the weights; `GB` in these lines means 2^30 bytes. */
const JOINED = /^Init (?:torch distributed|parallel) ends\. .*mem usage=(\d+(?:\.\d+)?) GB/;
const BEGIN = /^Load weight begin\. avail mem=(\d+(?:\.\d+)?) GB/;

/**
 * Free memory that the server found before it loaded anything, on the device with the least: what each rank saw when
 * its first weights began, and what joining the others had taken by then. null: the log does not say.
 */
export function freeAtLoad(log: readonly LogLine[]): Bytes | null {
  const joined = new Map<number | null, number>();
  const free = new Map<number | null, number>();
  for (const line of log) {
    const text = message(line);
    const took = JOINED.exec(text)?.[1];
    if (took !== undefined) joined.set(rank(line), Number(took));
    const available = BEGIN.exec(text)?.[1];
    // the second one of a rank is that of the draft model, beside the weights
    if (available !== undefined && !free.has(rank(line))) free.set(rank(line), Number(available));
  }
  if (free.size === 0) return null;
  return Math.min(...[...free].map(([who, gib]) => gib + (joined.get(who) ?? 0))) * GiB;
}
