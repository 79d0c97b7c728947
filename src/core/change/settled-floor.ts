import type { Bytes } from '../units.ts';
import { describeBytes } from './describe.ts';
import { type Floor, toleranceOf } from './floor.ts';
import type { DeviceFacts } from './observations.ts';

export interface SettledFloor {
  readonly floor: Floor;
  /** Why what was started on the old floor is suspect, a line for each device whose floor was dirty. */
  readonly dirty: readonly string[];
}

/**
 * The floor after `released` has passed with these readings. A derived floor is replaced by the reading, a measured one
 * by a lower reading. A measured floor that was too high by more than the tolerance was dirty: somebody still held
 * memory when it was measured. A given floor is the operator's word.
 */
export function settleFloor(
  devices: readonly DeviceFacts[],
  floor: Floor,
  origin: { readonly given: readonly string[]; readonly derived: boolean },
): SettledFloor {
  const settled: Record<string, Bytes> = { ...floor };
  const dirty: string[] = [];
  for (const device of devices) {
    const { id, used_bytes, shared } = device;
    const before = floor[id];
    if (shared || used_bytes === null || before === undefined || origin.given.includes(id)) continue;
    settled[id] = origin.derived ? used_bytes : Math.min(before, used_bytes);
    if (!origin.derived && used_bytes < before - toleranceOf(device)) {
      dirty.push(
        `the floor of ${id} was dirty: ${describeBytes(before)} when it was measured, ${describeBytes(used_bytes)} later`,
      );
    }
  }
  return { floor: settled, dirty };
}
