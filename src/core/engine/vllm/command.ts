import { type ArgvFlag, flagsOf, valueIn } from '../argv.ts';
import { dig } from '../json.ts';
import { arity, canonicalFlag, namesOf } from './flags.ts';
import { sizeOf } from './size.ts';

/** A command line, taken apart once. */
export interface Command {
  /** Under their common names, `-O3` as `--optimization-level 3`, keys of JSON (`--x-config.key`) with their dots. */
  readonly flags: readonly ArgvFlag[];
  /** The model that `vllm serve` takes without a flag; null: there is none. */
  readonly positional_model: string | null;
}

export function commandOf(argv: readonly string[]): Command {
  const words = argv.flatMap((word) => {
    const level = /^-O=?([0-3])$/.exec(word)?.[1];
    return level === undefined ? [word] : ['-O', level];
  });
  const flags = flagsOf(words, arity).map(({ flag, values }) => ({ flag: canonicalFlag(flag), values }));
  const serve = argv.indexOf('serve');
  const next = serve < 0 ? undefined : argv[serve + 1];
  return { flags, positional_model: next === undefined || next.startsWith('-') ? null : next };
}

/** What the command asks for under this common name; null: nothing. */
export function asked(command: Command, flag: string): string | boolean | null {
  return valueIn(command.flags, namesOf(flag));
}

/**
 * The object of a JSON-valued flag. Keys that stand on their own (`--x-config.key value`) make an object that goes
 * before the JSON of the flag, all of it. null: the flag is absent; undefined: it is no JSON object.
 */
export function askedObject(
  command: Command,
  flag: string,
): Readonly<Record<string, unknown>> | null | undefined {
  const keys = command.flags.filter((each) => each.flag.startsWith(`${flag}.`));
  if (keys.length > 0) {
    let object: Readonly<Record<string, unknown>> = {};
    for (const { flag: word, values } of keys)
      object = withKey(object, word.slice(flag.length + 1).split('.'), parsed(values.join(' ')));
    return object;
  }
  const value = asked(command, flag);
  if (value === null) return null;
  const json = typeof value === 'string' ? parsed(value) : value;
  return isObject(json) ? json : undefined;
}

/** One key of a JSON-valued flag, by the names on the way to it; undefined: it is not there. */
export function askedKey(command: Command, flag: string, ...path: readonly string[]): unknown {
  return dig(askedObject(command, flag), ...path);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return sizeOf(text) ?? text;
  }
}

function withKey(
  object: Readonly<Record<string, unknown>>,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  if (rest.length === 0) return { ...object, [key.replace(/\+$/, '')]: value };
  const inner = object[key];
  return { ...object, [key]: withKey(isObject(inner) ? inner : {}, rest, value) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
