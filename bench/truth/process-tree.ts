import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;
const PAGE_BYTES = 4096;
const EVERY_MS = 200;

interface Reading {
  /** Monotonic, ms: the clock that all processes share. */
  readonly at: number;
  /** CPU of every process that the tree ever had, ms. */
  readonly cpu_ms: number;
  /** Busy time of the core, whoever took it, ms. */
  readonly core_ms: number;
}

/** Watches a process and all that come of it. */
export class ProcessTree {
  readonly #root: number;
  readonly #core: number | null;
  readonly #timer: NodeJS.Timeout;
  readonly #cpu = new Map<string, number>();
  readonly #readings: Reading[] = [];
  #peak_bytes = 0;

  /** `core`: on which it runs; null: on any. */
  constructor(root: number, core: number | null) {
    this.#root = root;
    this.#core = core;
    this.#look();
    this.#timer = setInterval(() => this.#look(), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#readings.push({ ...this.#now(), cpu_ms: this.#total() });
  }

  /** The largest sum of resident memory; pages that several of them share count for each. */
  get peak_mb(): number {
    return this.#peak_bytes / 1e6;
  }

  /** CPU that the tree took between two times of the monotonic clock, and others on its core; null: no core of its own. */
  within(from_ms: number, to_ms: number): { readonly cpu_ms: number; readonly others_ms: number | null } {
    const between = (of: (reading: Reading) => number) => this.#at(to_ms, of) - this.#at(from_ms, of);
    const cpu_ms = between(({ cpu_ms }) => cpu_ms);
    if (this.#core === null) return { cpu_ms, others_ms: null };
    return { cpu_ms, others_ms: Math.max(0, between(({ core_ms }) => core_ms) - cpu_ms) };
  }

  #look(): void {
    let bytes = 0;
    for (const pid of tree(this.#root)) {
      const fields = statOf(pid);
      if (fields === null) continue;
      const [user, system, started, pages] = [11, 12, 19, 21].map((at) => Number(fields[at]));
      this.#cpu.set(`${pid} ${started}`, ((user ?? 0) + (system ?? 0)) * TICK_MS);
      bytes += (pages ?? 0) * PAGE_BYTES;
    }
    this.#peak_bytes = Math.max(this.#peak_bytes, bytes);
    this.#readings.push({ ...this.#now(), cpu_ms: this.#total() });
  }

  #total(): number {
    return [...this.#cpu.values()].reduce((sum, ms) => sum + ms, 0);
  }

  #now(): Omit<Reading, 'cpu_ms'> {
    return { at: Number(process.hrtime.bigint()) / 1e6, core_ms: this.#core === null ? 0 : busy(this.#core) };
  }

  #at(at: number, of: (reading: Reading) => number): number {
    const after = this.#readings.find((reading) => reading.at >= at) ?? this.#readings.at(-1);
    const before = this.#readings.findLast((reading) => reading.at <= at) ?? this.#readings[0];
    if (before === undefined || after === undefined) return 0;
    const part = after.at > before.at ? (at - before.at) / (after.at - before.at) : 0;
    return of(before) + Math.min(1, Math.max(0, part)) * (of(after) - of(before));
  }
}

/** What stands after the name of the process; null: it is gone. */
function statOf(pid: number): readonly string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return null;
  }
}

function tree(root: number): readonly number[] {
  const found = [root];
  for (let at = 0; at < found.length; at++) found.push(...childrenOf(found[at] ?? 0));
  return found;
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** user, nice, system, irq and softirq of one core. */
function busy(core: number): number {
  const line = new RegExp(`^cpu${core} (.*)$`, 'm').exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? '';
  const ticks = line.split(' ').map(Number);
  return [0, 1, 2, 5, 6].reduce((sum, at) => sum + (ticks[at] ?? 0), 0) * TICK_MS;
}
