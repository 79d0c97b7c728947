import { type FlagEntry, flagRows } from '../flag-table.ts';
import { COMPUTE } from './flags/compute.ts';
import { HTTP } from './flags/http.ts';
import { MODEL } from './flags/model.ts';
import { SAMPLING } from './flags/sampling.ts';
import { SERVING } from './flags/serving.ts';
import { SPECULATION } from './flags/speculation.ts';

/** `pair` takes two values, `switch` none; `removed` is refused by the server with a hint at its successor. */
export type FlagType = 'switch' | 'number' | 'choice' | 'text' | 'path' | 'pair' | 'removed';

export interface Flag extends FlagEntry {
  readonly negations: readonly string[];
  readonly type: FlagType;
  readonly env: string | null;
}

/**
 * Every flag of `llama-server --help` (b10434). One a line:
 * `--name -alias !--negation | type | default | variable`, where a variable stands without `LLAMA_ARG_`, or whole
 * after `=`. Trailing columns may be missing.
 */
export const FLAGS: readonly Flag[] = flagRows([COMPUTE, MODEL, SAMPLING, SPECULATION, SERVING, HTTP]).map(
  ({ last, ...flag }) => ({ ...flag, type: flag.type as FlagType, env: variable(last) }),
);

function variable(cell: string): string | null {
  if (cell === '') return null;
  return cell.startsWith('=') ? cell.slice(1) : `LLAMA_ARG_${cell}`;
}

const BY_NAME: ReadonlyMap<string, Flag> = new Map(
  FLAGS.flatMap((flag) => [...flag.aliases, ...flag.negations].map((name) => [name, flag] as const)),
);
const BY_ENV: ReadonlyMap<string, Flag> = new Map(
  FLAGS.flatMap((flag) => (flag.env === null ? [] : [[flag.env, flag] as const])),
);

/** The flag that a word of a command line names; the server takes `_` for `-` in long names. */
export function findFlag(word: string): Flag | null {
  return BY_NAME.get(spelled(word)) ?? null;
}

export function flagOfVariable(name: string): Flag | null {
  return BY_ENV.get(name) ?? null;
}

/** The common name of an alias; a negation keeps a name of its own, since it is not the same as its opposite. */
export function canonicalFlag(word: string): string {
  const flag = findFlag(word);
  if (flag === null) return word;
  return flag.negations.includes(spelled(word)) ? (flag.negations[0] ?? word) : flag.name;
}

/** How many values a flag takes; null: unknown to this table. */
export function arity(word: string): number | null {
  const flag = findFlag(word);
  if (flag === null) return null;
  return flag.type === 'switch' ? 0 : flag.type === 'pair' ? 2 : 1;
}

function spelled(word: string): string {
  return word.startsWith('--') ? word.replaceAll('_', '-') : word;
}
