import type { Definition } from '../generation.ts';
import { recordedEnvironment } from './recorded-environment.ts';
import { shellHead, shellWord } from './shell.ts';

const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * The command quoted for a POSIX shell, with its variables in front: what a person would paste. Of a complete
 * environment only what bears on the engine is shown. Secrets in it are shown as they are: the writer redacts.
 */
export function shown({ argv, env, env_complete, wrapper = [] }: Definition): string {
  const words = [...wrapper, ...argv];
  const variables = Object.entries(recordedEnvironment(env, env_complete));
  const command = [shellHead(words[0] ?? ''), ...words.slice(1).map(shellWord)];
  // A shell takes no assignment to a name that is none of its own; `env` does.
  const through = variables.some(([name]) => !SHELL_NAME.test(name));
  const assignments = variables.map(([name, value]) =>
    through ? shellWord(`${name}=${value}`) : `${name}=${value === '' ? "''" : shellWord(value)}`,
  );
  return [...(through ? ['env'] : []), ...assignments, ...command].join(' ');
}
