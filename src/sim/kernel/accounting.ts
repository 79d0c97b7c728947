import type { Bytes, Milliseconds } from '../../core/units.ts';
import type { Usage } from '../machine.ts';

/** Clock ticks in a second, as the kernel counts CPU time. */
export const TICKS_PER_S = 100;

export interface Consumed {
  readonly rss_bytes: Bytes;
  readonly cpu_ticks: number;
  readonly read_bytes: Bytes;
  readonly write_bytes: Bytes;
}

/** What a process has used: its present rates, summed over time. */
export class Accounting {
  #since: Milliseconds;
  #running = true;
  #cpu_s = 0;
  #read_bytes = 0;
  #written_bytes = 0;
  #usage: Required<Usage> = { rss_bytes: 4 * 1024 * 1024, cpu_per_s: 0, read_bytes_per_s: 0 };

  constructor(now: Milliseconds) {
    this.#since = now;
  }

  use(now: Milliseconds, usage: Usage): void {
    this.#add(now);
    this.#usage = { ...this.#usage, ...usage };
  }

  /** A stopped process keeps its memory and uses nothing else. */
  run(now: Milliseconds, running: boolean): void {
    this.#add(now);
    this.#running = running;
  }

  wrote(bytes: Bytes): void {
    this.#written_bytes += bytes;
  }

  busy(): boolean {
    return this.#usage.cpu_per_s >= 0.5;
  }

  read(now: Milliseconds): Consumed {
    this.#add(now);
    return {
      rss_bytes: this.#usage.rss_bytes,
      cpu_ticks: Math.floor(this.#cpu_s * TICKS_PER_S),
      read_bytes: Math.floor(this.#read_bytes),
      write_bytes: this.#written_bytes,
    };
  }

  #add(now: Milliseconds): void {
    const passed_s = this.#running ? (now - this.#since) / 1000 : 0;
    this.#cpu_s += passed_s * this.#usage.cpu_per_s;
    this.#read_bytes += passed_s * this.#usage.read_bytes_per_s;
    this.#since = now;
  }
}
