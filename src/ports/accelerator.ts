import type { Member } from '../core/generation.ts';
import type { Bytes } from '../core/units.ts';

export interface DeviceHolder {
  readonly pid: number;
  readonly user: string;
  readonly command: string;
  readonly used_bytes: Bytes | null;
  readonly ours: boolean;
}

/** null bytes: unknown (an unreadable cell is never 0). */
export interface DeviceReading {
  readonly id: string;
  readonly name: string;
  readonly used_bytes: Bytes | null;
  readonly free_bytes: Bytes | null;
  readonly total_bytes: Bytes | null;
  readonly holders: readonly DeviceHolder[];
  /** Shared memory (host memory, display devices): no floor, no foreign holder, no dirty mark. */
  readonly shared: boolean;
  /** Shared-memory objects of the given members that still exist, by name. */
  readonly objects: readonly string[];
}

/**
 * Memory of the devices of one service. `ours` are the members whose holding is ours; `objects` are names seen earlier
 * whose disappearance is waited for. Faults: `memory-unknown`, `probe-failed`, `probe-hung`, `device-missing`.
 */
export interface Accelerator {
  readonly kind: 'host-memory';
  read(ours: readonly Member[], objects: readonly string[]): Promise<readonly DeviceReading[]>;
}
