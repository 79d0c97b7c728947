import type { FlagNames } from '../argv.ts';
import { type FlagEntry, flagRows } from '../flag-table.ts';
import { COMPUTE } from './flags/compute.ts';
import { MEMORY } from './flags/memory.ts';
import { MODEL } from './flags/model.ts';
import { MULTIMODAL } from './flags/multimodal.ts';
import { PARALLEL } from './flags/parallel.ts';
import { SCHEDULING } from './flags/scheduling.ts';
import { SERVING } from './flags/serving.ts';

/**
 * `toggle` stands alone and has an opposite, `--no-NAME`; `switch` only stands alone. `size` is a whole number that may
 * end in k, M, G or T. `list` takes all words up to the next flag; `optional` takes a value or none.
 */
export type FlagType =
  | 'toggle'
  | 'switch'
  | 'number'
  | 'size'
  | 'choice'
  | 'text'
  | 'path'
  | 'json'
  | 'list'
  | 'optional';

export interface Flag extends FlagEntry {
  readonly negations: readonly string[];
  readonly type: FlagType;
}

/**
 * Every flag of `vllm serve` of 0.32.0 (engine/arg_utils.py, entrypoints/launchers/cli_args.py and the classes of
 * config/ that they are made from). One a line: `--name -alias | type | default`.
 */
export const FLAGS: readonly Flag[] = flagRows([
  MODEL,
  MULTIMODAL,
  PARALLEL,
  MEMORY,
  SCHEDULING,
  COMPUTE,
  SERVING,
]).map(({ last: _, ...flag }) => ({
  ...flag,
  type: flag.type as FlagType,
  negations: flag.type === 'toggle' ? flag.aliases.filter((alias) => alias.startsWith('--')).map(off) : [],
}));

function off(name: string): string {
  return name.replace('--', '--no-');
}

/** `-O` before it had a long name, and words of releases before 0.32. */
const FORMER: readonly (readonly [former: string, name: string])[] = [
  ['-O', '--optimization-level'],
  ['--disable-log-requests', '--no-enable-log-requests'],
];

const BY_WORD: ReadonlyMap<string, string> = new Map([
  ...FLAGS.flatMap(({ name, aliases, negations }) => [
    ...aliases.map((alias) => [alias, name] as const),
    ...negations.map((word) => [word, off(name)] as const),
  ]),
  ...FORMER,
]);
const BY_NAME: ReadonlyMap<string, Flag> = new Map(FLAGS.map((flag) => [flag.name, flag]));

/** In long names `_` is the same as `-`. */
function spelled(word: string): string {
  return word.startsWith('--') ? word.replaceAll('_', '-') : word;
}

/**
 * The common name of a flag; its opposite (`--no-NAME`) keeps a name of its own, and so does what this table does not
 * know. A long name may be cut short as long as only one flag begins like that. Keys behind a dot stay as they are.
 */
export function canonicalFlag(word: string): string {
  const dot = word.indexOf('.');
  if (dot > 0) return canonicalFlag(word.slice(0, dot)) + word.slice(dot);
  const name = spelled(word);
  return BY_WORD.get(name) ?? completed(name) ?? word;
}

function completed(name: string): string | null {
  if (!name.startsWith('--') || name.length < 4 || name.includes('=')) return null;
  const found = new Set([...BY_WORD].flatMap(([word, common]) => (word.startsWith(name) ? [common] : [])));
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

export function findFlag(word: string): Flag | null {
  return BY_NAME.get(canonicalFlag(word)) ?? null;
}

/** How many values a flag takes. null: unknown to this table, or one or none. */
export function arity(word: string): number | 'all' | null {
  const name = canonicalFlag(word);
  const type = BY_NAME.get(name)?.type;
  if (type === undefined) return BY_NAME.get(name.replace('--no-', '--'))?.type === 'toggle' ? 0 : null;
  if (type === 'list') return 'all';
  if (type === 'optional') return null;
  return type === 'toggle' || type === 'switch' ? 0 : 1;
}

/** Does a flag take a value? null: this table does not know it, or it may stand with and without one. */
export function takesValue(word: string): boolean | null {
  const count = arity(word);
  return count === null ? null : count !== 0;
}

/** The names of a flag after `canonicalFlag`, with its opposite where it has one. */
export function namesOf(name: string): FlagNames {
  return { on: [name], off: BY_NAME.get(name)?.type === 'toggle' ? [off(name)] : [] };
}
