import { type Bytes, MiB, type Milliseconds } from '../../core/units.ts';
import type { Exit, Random } from '../machine.ts';

/** Memory of an ended process that the driver gives back: flat at first, then exponentially. */
export interface Drain {
  readonly from: Milliseconds;
  readonly bytes: Bytes;
  readonly flat_ms: Milliseconds;
  readonly mean_ms: Milliseconds;
}

/** Less than this is no longer seen as used. */
const LAST: Bytes = 16 * MiB;

export type DrainShape = Pick<Drain, 'flat_ms' | 'mean_ms'>;

/**
 * An orderly end frees most by itself (mean 2 s); after a SIGKILL the driver unpins page by page (mean 8 s; the
 * slowest device gives 90 GiB back to within 1 % in a minute).
 */
export function drawShape(random: Random, exit: Exit): DrainShape {
  const spread = Math.min(2, random.exponential(1));
  if (exit.signal === 'KILL') return { flat_ms: 300 + 700 * random.uniform(), mean_ms: 3700 + 4900 * spread };
  return { flat_ms: 100 * random.uniform(), mean_ms: 800 + 1400 * spread };
}

/** What is not yet given back. */
export function remaining(drain: Drain, now: Milliseconds): Bytes {
  const falling_ms = now - drain.from - drain.flat_ms;
  if (falling_ms <= 0) return drain.bytes;
  const bytes = drain.bytes * Math.exp(-falling_ms / drain.mean_ms);
  return bytes < LAST ? 0 : bytes;
}
