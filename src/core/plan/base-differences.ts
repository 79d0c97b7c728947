import type { Definition } from '../generation.ts';
import { wholeCommand } from '../generation.ts';
import { recordedEnvironment } from './recorded-environment.ts';
import { shellWord } from './shell.ts';

/**
 * What is different between two commands, one a line: `- --flag value`, `+ NAME=value`. Compared as far as records go:
 * of a complete environment by the list. Both must be redacted alike. Empty: they are the same.
 */
export function baseDifferences(before: Definition, after: Definition): readonly string[] {
  const folder = before.cwd === after.cwd ? [] : [`- in ${before.cwd}`, `+ in ${after.cwd}`];
  return [
    ...wordLines(wholeCommand(before), wholeCommand(after)),
    ...folder,
    ...variableLines(before, after),
  ];
}

/** From the first word that differs to the last one, with the flag in front of it. */
function wordLines(before: readonly string[], after: readonly string[]): readonly string[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  if (head === before.length && head === after.length) return [];
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const from = head > 0 && before[head - 1]?.startsWith('-') ? head - 1 : head;
  const line = (sign: string, words: readonly string[]): string[] => {
    const shown = words.slice(from, words.length - tail);
    return shown.length === 0 ? [] : [`${sign} ${shown.map(shellWord).join(' ')}`];
  };
  return [...line('-', before), ...line('+', after)];
}

function variableLines(before: Definition, after: Definition): readonly string[] {
  const was = recordedEnvironment(before.env, before.env_complete);
  const is = recordedEnvironment(after.env, after.env_complete);
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names
    .filter((name) => was[name] !== is[name])
    .flatMap((name) => [...assignment('-', name, was[name]), ...assignment('+', name, is[name])]);
}

function assignment(sign: string, name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${sign} ${name}=${shellWord(value)}`];
}
