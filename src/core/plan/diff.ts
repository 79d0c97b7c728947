import { flat } from './assemble.ts';
import { shellWord } from './shell.ts';
import type { Assigned, Slot } from './slot.ts';

type Environment = Readonly<Record<string, string>>;

/** Changes against the base command, one a line: `+ --flag value`, `- --flag value`, `+ NAME=value`. */
export function differ(
  slots: readonly Slot[],
  before: Environment,
): (assigned: Assigned, after: Environment) => readonly string[] {
  // A slot gives the same array for the same value, so its lines are made once.
  const known = new Map<readonly string[], readonly string[]>();
  const linesOf = (base: readonly string[], words: readonly string[]) => {
    const lines = known.get(words) ?? changed(base, words);
    known.set(words, lines);
    return lines;
  };
  return (assigned, after) => {
    const lines = flat(slots.map((slot) => linesOf(slot.base, slot.words(assigned))));
    return before === after ? lines : [...lines, ...environmentLines(before, after)];
  };
}

function environmentLines(before: Environment, after: Environment): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => before[name] !== after[name])
    .flatMap((name) => [...assignment('-', before, name), ...assignment('+', after, name)]);
}

function assignment(sign: '+' | '-', env: Environment, name: string): readonly string[] {
  return Object.hasOwn(env, name) ? [`${sign} ${name}=${shellWord(env[name] ?? '')}`] : [];
}

function changed(before: readonly string[], after: readonly string[]): readonly string[] {
  if (before.length === after.length && before.every((word, at) => word === after[at])) return [];
  return [...line('-', before), ...line('+', after)];
}

function line(sign: '+' | '-', words: readonly string[]): readonly string[] {
  return words.length === 0 ? [] : [`${sign} ${words.map(shellWord).join(' ')}`];
}
