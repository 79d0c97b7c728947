import type { FlagNames } from '../argv.ts';
import { LISTS } from './flags/lists.ts';
import { REVERSIBLE, SWITCHES } from './flags/switches.ts';
import { VALUES } from './flags/values.ts';

/** Other spellings of a flag; the first is its common name. Unique beginnings that are in wide use are among them. */
const ALIASES = `
--model-path --model
--tp-size --tensor-parallel-size --tp
--pp-size --pipeline-parallel-size --pp
--dp-size --data-parallel-size --dp
--ep-size --expert-parallel-size --ep
--attn-dp-size --attention-data-parallel-size
--attn-cp-size --attention-context-parallel-size
--moe-dp-size --moe-data-parallel-size
--dcp-size --decode-context-parallel-size
--speculative-draft-model-path --speculative-draft-model
--speculative-draft-window-size --speculative-dflash-draft-window-size
--enable-hierarchical-cache --enable-hicache
--dist-init-addr --nccl-init-addr
`;

type Kind = 'value' | 'switch' | 'list';

const names = (table: string, before = '--') =>
  table
    .trim()
    .split(/\s+/)
    .map((name) => `${before}${name}`);

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...names(VALUES).map((name) => [name, 'value'] as const),
  ...names(LISTS).map((name) => [name, 'list'] as const),
  ...[...names(SWITCHES), ...names(REVERSIBLE), ...names(REVERSIBLE, '--no-')].map(
    (name) => [name, 'switch'] as const,
  ),
]);

const REVERSIBLE_NAMES: ReadonlySet<string> = new Set(names(REVERSIBLE));

const FAMILIES = ALIASES.trim()
  .split('\n')
  .map((line) => line.split(' '));

const COMMON: ReadonlyMap<string, string> = new Map(
  FAMILIES.flatMap(([common = '', ...others]) => others.map((alias) => [alias, common] as const)),
);

/** The common name of a flag; one that this table does not know (a fork's) keeps its own. */
export function canonicalFlag(word: string): string {
  return COMMON.get(word) ?? word;
}

/** Every spelling of a flag, its common name first. */
export function spellingsOf(flag: string): readonly string[] {
  return FAMILIES.find(([common]) => common === flag) ?? [flag];
}

/** How many values a flag takes. null: unknown (a flag of a fork), or as many as stand there. */
export function arity(word: string): number | null {
  const kind = KINDS.get(canonicalFlag(word));
  return kind === 'value' ? 1 : kind === 'switch' ? 0 : null;
}

/** Does a flag take a value? null: this table does not know it. */
export function takesValue(word: string): boolean | null {
  const kind = KINDS.get(canonicalFlag(word));
  return kind === undefined ? null : kind !== 'switch';
}

/** The names of a flag after `canonicalFlag`, with its opposite where it has one. */
export function namesOf(flag: string): FlagNames {
  return { on: [flag], off: REVERSIBLE_NAMES.has(flag) ? [flag.replace('--', '--no-')] : [] };
}
