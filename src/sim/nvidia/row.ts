import type { DeviceView } from '../machine.ts';

/** One device as the tool sees it at the moment of the call. */
export interface DeviceRow {
  readonly view: DeviceView;
  /** False: the driver gives no memory figures for it (`[N/A]`). */
  readonly memory_known: boolean;
  readonly busy: boolean;
  readonly count: number;
  /** `2026/07/20 08:31:21.000`, as the tool prints it. */
  readonly timestamp: string;
}

/** One process on one device. */
export interface AppRow {
  readonly device: DeviceRow;
  readonly pid: number;
  readonly command: string;
  readonly used_bytes: number;
}
