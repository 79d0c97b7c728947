import type { CommandFunction } from '../command.ts';
import type { Context } from '../context.ts';
import { withEffort } from '../effort.ts';
import { printEnvelope } from '../envelope.ts';
import type { Options } from '../options.ts';
import { planText } from '../plan-text.ts';
import { type Planned, planned } from '../planned.ts';

export const plan: CommandFunction = async (context, { options }) => {
  printPlan(context, options, 'plan', await planned(context, options, withEffort(options)));
};

/** Also what `--dry-run` of another command prints: the same object that it would run. */
export function printPlan(
  context: Context,
  options: Options,
  command: string,
  { plan: value, document, simulated }: Planned,
): void {
  if (options.json) printEnvelope(context, { command, simulated, data: document });
  else context.stdout.write(`${planText(value, document, context.stdout.columns).join('\n')}\n`);
}
