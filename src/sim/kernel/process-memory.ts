import type { Bytes } from '../../core/units.ts';
import type { Exit } from '../machine.ts';

/** Device memory as the kernel needs it: it belongs to processes and comes back after them. */
export interface ProcessMemory {
  /** False: there is not so much on that device, and nothing was taken. */
  allocate(holder: { readonly pid: number; readonly command: string }, device: number, bytes: Bytes): boolean;
  release(pid: number, device: number, bytes: Bytes): void;
  ended(pid: number, exit: Exit): void;
  /** Power is off: everything is free at once. */
  reset(): void;
}
