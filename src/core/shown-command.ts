import { secretsOf } from './plan/secrets-of.ts';
import { redactor } from './secrets.ts';

/**
 * The words of a command for a reader, with markers for its secrets. Only the words themselves say which of them is a
 * secret, so nothing is joined or cut before.
 */
export function shownCommand(argv: readonly string[]): string {
  const known = shown.get(argv);
  if (known !== undefined) return known;
  const text = redactor(secretsOf({ argv, env: {} }))
    .json(argv)
    .join(' ');
  shown.set(argv, text);
  return text;
}

/** The same command is shown at every look at its process. */
const shown = new WeakMap<readonly string[], string>();
