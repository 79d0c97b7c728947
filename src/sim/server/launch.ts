import type { Bytes, Milliseconds } from '../../core/units.ts';
import type { FaultName, FaultSpec } from '../faults/book.ts';
import type { CatchableSignal, Machine, Random, Self } from '../machine.ts';
import type { ServerArguments } from './arguments/resolve.ts';
import type { Engine } from './engine/engine.ts';
import { stamp } from './log/stamp.ts';
import { Timers } from './timers.ts';

/** `loading`: the port refuses; `starting`: it answers, and the warm-up runs; `stopping`: it drains. */
export type Condition = 'loading' | 'starting' | 'serving' | 'stopping';

export interface Rank {
  readonly index: number;
  readonly self: Self;
}

/** What the load has measured of the devices' memory; the least over all ranks. */
export interface MemoryMeasured {
  /** After the ranks have found each other, before the first weight. */
  available_before: Bytes;
  cache_tokens: number;
  graph_bytes: Bytes;
  available_at_end: Bytes;
}

/** One life of the server: what its phases, endpoints and end share. */
export class Launch {
  readonly machine: Machine;
  /** The main process: HTTP and tokenizer. */
  readonly self: Self;
  /** Counted from 1 over the life of the machine. */
  readonly start: number;
  readonly arguments: ServerArguments;
  readonly random: Random;
  readonly timers: Timers;
  readonly load_s: number;
  readonly began: Milliseconds;
  readonly memory: MemoryMeasured = {
    available_before: 0,
    cache_tokens: 0,
    graph_bytes: 0,
    available_at_end: 0,
  };
  condition: Condition = 'loading';
  ranks: readonly Rank[] = [];
  detokenizer: Self | null = null;
  engine: Engine | null = null;
  /** SGLang installs its SIGTERM handler with the first request it takes, its own warm-up included. */
  took_a_request = false;
  /** Requests that were asked to generate, those that were refused among them. */
  asked = 0;
  /** A rank has failed; the rest is consequence. */
  failing = false;
  /** The tree is being ended; what dies now is no news. */
  ending = false;
  /** What happens when the main process has ended, whatever ended it. */
  readonly afterEnd: (() => void)[] = [];

  constructor(input: {
    readonly machine: Machine;
    readonly self: Self;
    readonly start: number;
    readonly arguments: ServerArguments;
    readonly random: Random;
    readonly load_s: number;
  }) {
    this.machine = input.machine;
    this.self = input.self;
    this.start = input.start;
    this.arguments = input.arguments;
    this.random = input.random;
    this.load_s = input.load_s;
    this.timers = new Timers(input.machine.time);
    this.began = input.machine.time.now();
  }

  fault(name: FaultName): FaultSpec | null {
    return this.machine.faults.at(name, this.start, this.self.argv);
  }

  /** A line of the main process. */
  say(text: string): void {
    this.self.write(`${stamp(this.machine.time.wall(), null)} ${text}\n`);
  }

  /** A line of one rank; nothing where that rank is gone. */
  sayAs(rank: Rank, text: string): void {
    if (rank.self.alive) rank.self.write(`${stamp(this.machine.time.wall(), rank.index)} ${text}\n`);
  }

  /** What a new allocation on the rank's device could take. */
  available(rank: Rank): Bytes {
    return this.machine.devices.free(rank.index);
  }

  /** Does a worker leave this signal to the main process? */
  mayIgnore(signal: CatchableSignal): boolean {
    if (signal !== 'TERM') return false;
    return this.took_a_request || (this.condition === 'loading' && this.fault('signal-lost') !== null);
  }

  /** Every living process of the server but the main one. */
  helpers(): readonly Self[] {
    const all = [
      ...this.ranks.map((rank) => rank.self),
      ...(this.detokenizer === null ? [] : [this.detokenizer]),
    ];
    return all.filter((self) => self.alive);
  }
}
