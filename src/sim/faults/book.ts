import type { Bytes, Milliseconds } from '../../core/units.ts';

/** Every fault that a script may ask of the simulated host, by the name of `--fault`. */
export const FAULT_NAMES = [
  'late-release',
  'memory-never-back',
  'leftover-oom',
  'shrunken-kv',
  'crash',
  'hang',
  'stall',
  'stale-listener',
  'foreign-holder',
  'parameter-ignored',
  'parameter-rewritten',
  'restart-loop',
  'survivor',
  'signal-lost',
  'probe-hangs',
  'not-available',
  'device-vanishes',
  'garbage',
  'garbage-when-busy',
  'wrong-answers',
  'http-500',
  'sometimes-500',
  'noise',
  'drift',
  'outlier-start',
  'foreign-traffic',
  'reboot',
] as const;

export type FaultName = (typeof FAULT_NAMES)[number];

/**
 * One scripted fault. Text form: `NAME[:PHASE][@START]`, for example `crash:graphs@2`. Starts of the server are counted
 * from 1 over the life of the simulated host; the server that runs at the beginning is start 1. Where no start is
 * given, it happens at the first start that comes after it (2) or, for faults that are not tied to a start, as soon as
 * it can.
 */
export interface FaultSpec {
  readonly name: FaultName;
  /** A load phase (`args`, `dist`, `weights`, `kv`, `graphs`, `draft`, `warmup`, `serving`); null: the fault's own default. */
  readonly phase: string | null;
  readonly start: number | null;
  /** Device index; null: the fault's own default. */
  readonly device: number | null;
  /** An amount of memory, for faults that have one; null: the fault's own default. */
  readonly bytes: Bytes | null;
  /** A length of time, for faults that have one; null: the fault's own default. */
  readonly ms: Milliseconds | null;
  /** Every start whose command line has these words one after the other, and no other; `start` then says nothing. */
  readonly words?: readonly string[];
}

/** The script of a simulated host. Parts ask it at the moment at which a fault of theirs could happen. */
export class FaultBook {
  readonly #specs: readonly FaultSpec[];

  constructor(specs: readonly FaultSpec[]) {
    this.#specs = specs;
  }

  /** The fault of that name for the given start of the server (1 is the one that runs at the beginning); null: none. */
  at(name: FaultName, start: number, argv: readonly string[] = []): FaultSpec | null {
    return this.#specs.find((spec) => spec.name === name && isFor(spec, start, argv)) ?? null;
  }

  /** The fault of that name, whatever its start; null: none. */
  find(name: FaultName): FaultSpec | null {
    return this.#specs.find((spec) => spec.name === name) ?? null;
  }
}

function isFor({ words, start: wanted }: FaultSpec, start: number, argv: readonly string[]): boolean {
  if (words === undefined) return (wanted ?? 2) === start;
  return argv.some((_, at) => words.every((word, i) => argv[at + i] === word));
}
