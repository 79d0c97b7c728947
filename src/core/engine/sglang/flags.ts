import type { FlagNames } from '../argv.ts';
import { type FlagEntry, flagRows } from '../flag-table.ts';
import { DEVICE } from './flags/device.ts';
import { DISAGGREGATION } from './flags/disaggregation.ts';
import { EXPERTS } from './flags/experts.ts';
import { GRAPHS } from './flags/graphs.ts';
import { KERNELS } from './flags/kernels.ts';
import { LORA } from './flags/lora.ts';
import { MEMORY } from './flags/memory.ts';
import { MODEL } from './flags/model.ts';
import { MULTIMODAL } from './flags/multimodal.ts';
import { OBSERVABILITY } from './flags/observability.ts';
import { PARALLEL } from './flags/parallel.ts';
import { SCHEDULE } from './flags/schedule.ts';
import { SERVING } from './flags/serving.ts';
import { SPECULATION } from './flags/speculation.ts';

/** `list` takes all words up to the next flag, `switch` none, all others one; `size`: a count that may end in k or Ki. */
export type FlagType = 'switch' | 'number' | 'size' | 'choice' | 'text' | 'path' | 'json' | 'list';

export interface Flag extends FlagEntry {
  readonly negations: readonly string[];
  readonly type: FlagType;
}

/**
 * Every flag of 0.5.23 (arg_groups/fields/*.py and its usage text), and older names that still work. One a line:
 * `--name --alias !--negation | type | default`. Among the aliases are unique beginnings that are in wide use.
 */
export const FLAGS: readonly Flag[] = flagRows([
  MODEL,
  PARALLEL,
  MEMORY,
  SCHEDULE,
  SPECULATION,
  GRAPHS,
  KERNELS,
  EXPERTS,
  SERVING,
  OBSERVABILITY,
  LORA,
  MULTIMODAL,
  DISAGGREGATION,
  DEVICE,
]).map(({ last: _, ...flag }) => ({ ...flag, type: flag.type as FlagType }));

const BY_WORD: ReadonlyMap<string, Flag> = new Map(
  FLAGS.flatMap((flag) => [...flag.aliases, ...flag.negations].map((word) => [word, flag] as const)),
);

/** The common name of a flag; its opposite keeps its own, and so does one that this table does not know (a fork's). */
export function canonicalFlag(word: string): string {
  const flag = BY_WORD.get(word);
  return flag === undefined || flag.negations.includes(word) ? word : flag.name;
}

export function typeOf(flag: string): FlagType | null {
  return BY_WORD.get(flag)?.type ?? null;
}

/** The flag whose opposite this may be. */
export function positiveOf(flag: string): string {
  return BY_WORD.get(flag)?.name ?? flag;
}

/** Every spelling of a flag, its common name first. */
export function spellingsOf(flag: string): readonly string[] {
  return BY_WORD.get(flag)?.aliases ?? [flag];
}

/** How many values a flag takes. all: as many as stand there; null: unknown (a flag of a fork). */
export function arity(word: string): number | 'all' | null {
  const type = BY_WORD.get(word)?.type;
  if (type === undefined) return null;
  if (type === 'list') return 'all';
  return type === 'switch' ? 0 : 1;
}

/** Does a flag take a value? null: this table does not know it. */
export function takesValue(word: string): boolean | null {
  const type = BY_WORD.get(word)?.type;
  return type === undefined ? null : type !== 'switch';
}

/** The names of a flag after `canonicalFlag`, with its opposite where it has one. */
export function namesOf(flag: string): FlagNames {
  return { on: [flag], off: BY_WORD.get(flag)?.negations ?? [] };
}
