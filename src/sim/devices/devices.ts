import type { Bytes } from '../../core/units.ts';
import type { FaultBook } from '../faults/book.ts';
import type { ProcessMemory } from '../kernel/process-memory.ts';
import type { Cancel, Devices, DeviceView, Exit, Random, SimTime } from '../machine.ts';
import { SimDevice } from './device.ts';
import { drawShape } from './drain.ts';
import { drawFacts } from './facts.ts';
import { ReleaseFaults } from './release-faults.ts';

/**
 * The devices of the machine. A server is whoever asks for device memory: its first start is the one that asks first,
 * the next begins when every process of it has ended and another asks.
 */
export class SimDevices implements Devices, ProcessMemory {
  readonly #time: SimTime;
  readonly #random: Random;
  readonly #faults: ReleaseFaults;
  readonly #devices: readonly SimDevice[];
  /** Living processes that have asked for memory. */
  readonly #server = new Set<number>();
  /** Processes whose memory is no server's. */
  readonly #foreign = new Set<number>();
  readonly #endListeners: ((next: number) => void)[] = [];
  /** What is hidden from the present server comes back at its time, unless that ends before. */
  readonly #revealing: Cancel[] = [];
  #starts = 0;
  #changes = 0;

  constructor(parts: { time: SimTime; random: Random; book: FaultBook; count: number }) {
    this.#time = parts.time;
    this.#random = parts.random.fork('release');
    this.#faults = new ReleaseFaults(parts.book);
    const facts = parts.random.fork('facts');
    this.#devices = Array.from({ length: parts.count }, (_, index) => new SimDevice(drawFacts(facts, index)));
  }

  get count(): number {
    return this.#devices.length;
  }

  read(): readonly DeviceView[] {
    const now = this.#time.now();
    return this.#devices.filter((device) => device.present).map((device) => device.view(now));
  }

  /** Reports with the same number are equal; null: memory is coming back, so each differs from the last. */
  reportNumber(): number | null {
    const now = this.#time.now();
    return this.#devices.some((device) => device.isDraining(now)) ? null : this.#changes;
  }

  free(device: number): Bytes {
    const now = this.#time.now();
    return this.#devices[device]?.free(now) ?? 0;
  }

  allocate(holder: { readonly pid: number; readonly command: string }, index: number, bytes: Bytes): boolean {
    const now = this.#time.now();
    if (!this.#foreign.has(holder.pid)) {
      if (this.#server.size === 0) this.#serverBegins();
      this.#server.add(holder.pid);
    }
    const device = this.#devices[index];
    if (device === undefined || bytes > device.free(now)) return false;
    this.#changes += 1;
    device.take(holder.pid, holder.command, bytes);
    return true;
  }

  release(pid: number, device: number, bytes: Bytes): void {
    this.#changes += 1;
    this.#devices[device]?.give(pid, bytes);
  }

  ended(pid: number, exit: Exit): void {
    const now = this.#time.now();
    const foreign = this.#foreign.delete(pid);
    this.#changes += 1;
    for (const device of this.#devices) {
      if (device.held(pid) === null) continue;
      const next = this.#starts + 1;
      const usual = drawShape(this.#random, exit);
      const { index } = device.facts;
      if (foreign) device.drain(pid, now, usual, 0);
      else device.drain(pid, now, this.#faults.shape(next, index) ?? usual, this.#faults.kept(next, index));
    }
    if (this.#server.delete(pid) && this.#server.size === 0) this.#serverEnded();
  }

  /** The process's memory counts as somebody else's. */
  markForeign(pid: number): void {
    this.#foreign.add(pid);
  }

  /** Called when the last process of a server that asked for memory has ended, with the number of the start to come. */
  onServerEnd(run: (next: number) => void): void {
    this.#endListeners.push(run);
  }

  reset(): void {
    this.#changes += 1;
    for (const device of this.#devices) device.reset();
    this.#server.clear();
    this.#foreign.clear();
  }

  #serverBegins(): void {
    this.#starts += 1;
    for (const device of this.#devices) {
      const { ms } = this.#faults.hidden(this.#starts, device.facts.index);
      if (device.hidden_bytes > 0 && ms !== null)
        this.#revealing.push(
          this.#time.after(ms, () => {
            device.hidden_bytes = 0;
          }),
        );
    }
  }

  #serverEnded(): void {
    for (const cancel of this.#revealing.splice(0)) cancel();
    const next = this.#starts + 1;
    const vanishing = this.#faults.vanishing(next);
    for (const device of this.#devices) {
      device.hidden_bytes = this.#faults.hidden(next, device.facts.index).bytes;
      if (device.facts.index === vanishing) device.present = false;
    }
    for (const run of this.#endListeners) run(next);
  }
}
