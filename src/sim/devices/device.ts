import type { Bytes, Milliseconds } from '../../core/units.ts';
import type { DeviceView } from '../machine.ts';
import { type Drain, type DrainShape, remaining } from './drain.ts';

export interface DeviceFacts {
  readonly index: number;
  readonly uuid: string;
  /** As nvidia-smi writes it, for example `00000000:61:00.0`. */
  readonly bus_id: string;
  readonly name: string;
  readonly total_bytes: Bytes;
  /** In use by the driver when no process holds anything. */
  readonly floor_bytes: Bytes;
}

/** Memory of one device: who holds it, what is not yet given back, and what no report shows. */
export class SimDevice {
  readonly facts: DeviceFacts;
  present = true;
  /** Never given back again. */
  kept_bytes: Bytes = 0;
  /** Not free although the driver reports it so. */
  hidden_bytes: Bytes = 0;
  readonly #holders = new Map<number, { bytes: Bytes; readonly command: string }>();
  #drains: Drain[] = [];

  constructor(facts: DeviceFacts) {
    this.facts = facts;
  }

  used(now: Milliseconds): Bytes {
    let bytes = this.facts.floor_bytes + this.kept_bytes;
    for (const holder of this.#holders.values()) bytes += holder.bytes;
    this.#forgetDrained(now);
    for (const drain of this.#drains) bytes += remaining(drain, now);
    return Math.round(bytes);
  }

  /** Some of an ended process's memory is still coming back. */
  isDraining(now: Milliseconds): boolean {
    this.#forgetDrained(now);
    return this.#drains.length > 0;
  }

  free(now: Milliseconds): Bytes {
    if (!this.present) return 0;
    return Math.max(0, this.facts.total_bytes - this.used(now) - this.hidden_bytes);
  }

  take(pid: number, command: string, bytes: Bytes): void {
    const held = this.#holders.get(pid);
    if (held === undefined) this.#holders.set(pid, { bytes, command });
    else held.bytes += bytes;
  }

  give(pid: number, bytes: Bytes): void {
    const held = this.#holders.get(pid);
    if (held !== undefined) held.bytes = Math.max(0, held.bytes - bytes);
  }

  held(pid: number): Bytes | null {
    return this.#holders.get(pid)?.bytes ?? null;
  }

  /** The process is gone: nobody holds its memory, and it comes back in that shape but for what is kept for ever. */
  drain(pid: number, now: Milliseconds, shape: DrainShape, kept: Bytes): void {
    const bytes = this.held(pid) ?? 0;
    const stays = Math.min(kept, bytes);
    this.#holders.delete(pid);
    this.kept_bytes += stays;
    this.#drains.push({ from: now, bytes: bytes - stays, ...shape });
  }

  #forgetDrained(now: Milliseconds): void {
    if (this.#drains.length > 0) this.#drains = this.#drains.filter((drain) => remaining(drain, now) > 0);
  }

  reset(): void {
    this.#holders.clear();
    this.#drains = [];
    this.kept_bytes = 0;
    this.hidden_bytes = 0;
    this.present = true;
  }

  view(now: Milliseconds): DeviceView {
    const holders = [...this.#holders].map(([pid, { bytes, command }]) => ({
      pid,
      used_bytes: bytes,
      command,
    }));
    const { index, uuid, name, total_bytes, bus_id } = this.facts;
    return {
      index,
      uuid,
      bus_id,
      name,
      total_bytes,
      used_bytes: this.used(now),
      present: this.present,
      holders,
    };
  }
}
