import { secretsOf } from './plan/secrets-of.ts';
import { redactor } from './secrets.ts';

/**
 * The words of a command for a reader, with markers for its secrets. Only the words themselves say which of them is a
 * secret, so nothing is joined or cut before.
 */
export function shownCommand(argv: readonly string[]): string {
  return redactor(secretsOf({ argv, env: {} }))
    .json(argv)
    .join(' ');
}
