import type { AsTaken, PlanContext } from '../definition.ts';
import { asTakenBy, refusalBy } from '../rulings.ts';
import { asked, commandOf } from './command.ts';
import { STATIC_RULES } from './rules/index.ts';
import { takenApart } from './taken.ts';

/**
 * Why the engine would refuse to start with this command; null: nothing on the command line is known to be refused.
 * With `--config` a file has more flags, of which nothing is known here.
 */
export function refusal(argv: readonly string[]): string | null {
  const command = commandOf(argv);
  return asked(command, '--config') === null ? refusalBy(STATIC_RULES, takenApart(argv, command)) : null;
}

/** What the engine makes of this command. With `--config` it is only itself. */
export function asTaken(argv: readonly string[], context?: PlanContext): AsTaken {
  const command = commandOf(argv);
  if (asked(command, '--config') !== null) return { same: JSON.stringify(argv), rewrites: [], warnings: [] };
  return asTakenBy(STATIC_RULES, takenApart(argv, command), context);
}
