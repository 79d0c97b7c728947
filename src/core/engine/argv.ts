import type { Effective, ParameterValue } from './definition.ts';
import { sameValue } from './values.ts';

/** One flag of a command line, in its order. `values` is empty for a flag that stands alone. */
export interface ArgvFlag {
  readonly flag: string;
  readonly values: readonly string[];
}

/**
 * How many values a flag takes. all: every word up to the next flag; null: unknown, then the next word is its value
 * unless it looks like a flag.
 */
export type Arity = (flag: string) => number | 'all' | null;

/** The names under which a flag may stand, and those that mean its opposite (`--no-mmap`). */
export interface FlagNames {
  readonly on: readonly string[];
  readonly off: readonly string[];
}

const FLAG = /^--?[A-Za-z]/;

/** Splits a command line (program first) into its flags. Words that belong to no flag are left out. */
export function flagsOf(argv: readonly string[], arity: Arity): readonly ArgvFlag[] {
  const flags: ArgvFlag[] = [];
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (!FLAG.test(word)) continue;
    const equals = word.indexOf('=');
    if (equals > 0 && arity(word) === null) {
      flags.push({ flag: word.slice(0, equals), values: [word.slice(equals + 1)] });
      continue;
    }
    const known = arity(word);
    const count =
      typeof known === 'number' ? known : valuesBehind(argv, at, known === null ? 1 : argv.length);
    flags.push({ flag: word, values: argv.slice(at + 1, at + 1 + count) });
    at += count;
  }
  return flags;
}

function valuesBehind(argv: readonly string[], at: number, most: number): number {
  let count = 0;
  while (count < most && at + count + 1 < argv.length && !FLAG.test(argv[at + count + 1] ?? '')) count++;
  return count;
}

/** The value that counts: the last one. null: the flag is not there. A flag that stands alone is true or false. */
export function valueIn(flags: readonly ArgvFlag[], names: FlagNames): string | boolean | null {
  const last = flags.findLast((f) => names.on.includes(f.flag) || names.off.includes(f.flag));
  if (last === undefined) return null;
  if (names.off.includes(last.flag)) return false;
  return last.values.length === 0 ? true : last.values.join(' ');
}

/**
 * The weakest reading: what the kernel shows as the command line of the process. It says what was asked of the
 * engine, not what the engine made of it. With a `key`, the flag's value is JSON and one key of it is read.
 */
export function effectiveFromArgv(
  wanted: ParameterValue,
  flag: string,
  flags: readonly ArgvFlag[],
  names: FlagNames,
  key: string | null = null,
): Effective {
  const value = valueIn(flags, names);
  const got = key === null ? value : jsonKey(value, key);
  const absent = got === null || (wanted === false && got === false);
  const agrees = wanted === null || wanted === false ? absent : sameValue(wanted, got);
  const evidence =
    value === null
      ? `${flag} is not in argv`
      : `argv: ${typeof value === 'string' ? `${flag} ${value}` : `${flag} ${value ? 'given' : 'switched off'}`}`;
  return { wanted, got, rule: 'argv', source: 'argv', agrees, evidence };
}

/** `--json-flag.key.of.it` as the flag and the key; a key is null where the flag has no dot. */
export function splitDotted(flag: string): { readonly flag: string; readonly key: string | null } {
  const dot = flag.indexOf('.');
  return dot < 0 ? { flag, key: null } : { flag: flag.slice(0, dot), key: flag.slice(dot + 1) };
}

function jsonKey(value: string | boolean | null, key: string): ParameterValue {
  if (typeof value !== 'string') return null;
  try {
    let node: unknown = JSON.parse(value);
    for (const part of key.split('.')) {
      if (typeof node !== 'object' || node === null || !Object.hasOwn(node, part)) return null;
      node = (node as Record<string, unknown>)[part];
    }
    return typeof node === 'object' ? JSON.stringify(node) : (node as ParameterValue);
  } catch {
    return null;
  }
}
