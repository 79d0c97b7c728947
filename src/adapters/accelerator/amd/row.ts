import { type Bytes, GiB } from '../../../core/units.ts';
import type { Cell } from '../cell.ts';

/** One device as one of the sources tells it. Memory in bytes. */
export interface AmdRow {
  /** PCI address, `0000:c1:00.0`: what every source tells, and the same after each start of the host. */
  readonly bus_id: string;
  readonly used: Cell;
  readonly total: Cell;
  /** How much of the host's memory it may use beside its own; null: not told. */
  readonly of_host: Bytes | null;
}

/** One process of which the source knows. null bus id: it is not told on which device. */
export interface AmdProcess {
  readonly bus_id: string | null;
  readonly pid: number;
  readonly name: string;
  readonly used: Cell;
}

export interface AmdTable {
  readonly devices: readonly AmdRow[];
  readonly processes: readonly AmdProcess[];
}

/** One way of reading all devices. Faults: `probe-failed`, `probe-hung`, `permission`. */
export interface AmdSource {
  read(): Promise<AmdTable>;
}

const LITTLE: Bytes = 4 * GiB;

/** A processor with graphics: little memory is set apart for it, and it computes in that of the host. */
export function isUnified({ total, of_host }: AmdRow): boolean {
  return typeof total === 'number' && of_host !== null && total <= LITTLE && of_host >= 4 * total;
}

const ADDRESS = /^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/;

/** In lower case, as the kernel writes it; null: it is no address. */
export function busIdIn(text: unknown): string | null {
  const lower = typeof text === 'string' ? text.trim().toLowerCase() : '';
  return ADDRESS.test(lower) ? lower : null;
}
