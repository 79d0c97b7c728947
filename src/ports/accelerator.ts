import type { Member } from '../core/generation.ts';
import type { Bytes } from '../core/units.ts';

/** Id of the host's memory as a device: no driver names one so. */
export const HOST_DEVICE = 'host';

export interface DeviceHolder {
  readonly pid: number;
  readonly user: string;
  readonly command: string;
  readonly used_bytes: Bytes | null;
  readonly ours: boolean;
}

/** A POSIX shared-memory object, and the memory that it takes. */
export interface SharedObject {
  readonly name: string;
  readonly bytes: Bytes;
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
  /** True: shared because a display draws on it; its memory is its own, and resident memory says nothing about it. */
  readonly display?: boolean;
  /** True: shared because it has no memory of its own and computes in that of the host. */
  readonly unified?: boolean;
  /** Shared-memory objects of the given members that still exist. */
  readonly objects: readonly SharedObject[];
}

/** What decides numbers on the devices of this host, whatever runs there. */
export interface AcceleratorIdentity {
  /** null: there is no driver of its own. */
  readonly driver: string | null;
  /** Ids of all devices of the host, sorted. */
  readonly devices: readonly string[];
}

/**
 * Memory of the devices of one service. `ours` are the members whose holding is ours; `objects` are names seen earlier
 * whose disappearance is waited for. A listed pid that is in no process table any more is ours if a member had it.
 * Faults: `memory-unknown`, `probe-failed`, `probe-hung`, `device-missing`, `permission`.
 */
export interface Accelerator {
  readonly kind: 'host-memory' | 'nvidia' | 'amd';
  read(ours: readonly Member[], objects: readonly string[]): Promise<readonly DeviceReading[]>;
  /**
   * Devices that belonged to the service in an earlier life of the run: they still do, though nothing of it may live that
   * says so. Absent: there is only one.
   */
  remember?(ids: readonly string[]): void;
  /** Faults: as `read`. */
  identity(): Promise<AcceleratorIdentity>;
}
