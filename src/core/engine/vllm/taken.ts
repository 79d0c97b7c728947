import type { TakenApart } from '../rulings.ts';
import { asked, askedObject, type Command, commandOf } from './command.ts';
import { findFlag } from './flags.ts';
import { sizeOf } from './size.ts';
import { SHORT_FLAGS, speculationAsked } from './speculation-asked.ts';

type Entry = readonly [name: string, value: string | boolean];

const SPECULATION = '--speculative-config';
/** Said by the keys that they are. */
const ELSEWHERE: ReadonlySet<string> = new Set([SPECULATION, ...SHORT_FLAGS.map(([flag]) => flag)]);

/** A command for the static rules: values of one kind in one form, an opposite (`--no-NAME`) and a key by its own name. */
export function takenApart(argv: readonly string[], command: Command = commandOf(argv)): TakenApart {
  const names = new Set(command.flags.map(({ flag }) => flag.split('.')[0] ?? flag));
  const speculation = speculationAsked(command);
  const values = new Map<string, string | boolean>([
    ...[...names].flatMap((name) =>
      ELSEWHERE.has(name) && speculation !== undefined ? [] : entries(command, name),
    ),
    ...leaves(SPECULATION, speculation ?? {}),
  ]);
  return { argv, names: [...values.keys()], asked: (flag) => values.get(flag) ?? asked(command, flag) };
}

function entries(command: Command, name: string): readonly Entry[] {
  const type = findFlag(name)?.type;
  const object = type === 'json' ? askedObject(command, name) : null;
  if (object !== null && object !== undefined) return leaves(name, object);
  const positive = name.replace('--no-', '--');
  // of a flag and its opposite the last one counts
  if (positive !== name && findFlag(positive)?.type === 'toggle')
    return asked(command, positive) === false ? [[name, true]] : [];
  const value = asked(command, name);
  if (value === null || value === false) return [];
  return [[name, type === 'size' && value !== true ? String(sizeOf(value) ?? value) : value]];
}

/** Keys of an object as `--x-config.a.b`; a key that is null is as good as absent. */
function leaves(name: string, object: Readonly<Record<string, unknown>>): readonly Entry[] {
  return Object.entries(object).flatMap(([key, value]) => {
    if (value === null || value === undefined) return [];
    if (typeof value === 'object' && !Array.isArray(value))
      return leaves(`${name}.${key}`, value as Readonly<Record<string, unknown>>);
    return [[`${name}.${key}`, typeof value === 'boolean' ? value : leaf(value)] as const];
  });
}

function leaf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
