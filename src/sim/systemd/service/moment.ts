import type { EpochMilliseconds } from '../../../core/units.ts';
import type { Machine } from '../../machine.ts';

/** One reading of both clocks. */
export interface Moment {
  readonly wall: EpochMilliseconds;
  /** Since boot, in microseconds. Never 0, which means "never" in properties. */
  readonly monotonic_us: number;
}

export function readMoment({ time, kernel }: Pick<Machine, 'time' | 'kernel'>): Moment {
  const now = time.now();
  return { wall: time.wall(), monotonic_us: Math.max(1, Math.round((now - kernel.booted_at) * 1000)) };
}
