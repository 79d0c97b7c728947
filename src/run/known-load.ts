import type { SweepState } from '../core/sweep/state.ts';
import type { Milliseconds } from '../core/units.ts';
import type { StoredRun } from './api.ts';

/** The longest load that is known, of this run or from before it; null: none. */
export function longestLoad(
  { longest_load_ms }: Pick<SweepState, 'longest_load_ms'>,
  { known_load_ms }: Pick<StoredRun, 'known_load_ms'>,
): Milliseconds | null {
  if (longest_load_ms === null) return known_load_ms ?? null;
  return Math.max(longest_load_ms, known_load_ms ?? 0);
}
