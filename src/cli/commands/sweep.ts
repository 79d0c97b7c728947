import { beginRun } from '../begin-run.ts';
import type { CommandFunction } from '../command.ts';
import { withEffort } from '../effort.ts';
import { planned } from '../planned.ts';
import { printPlan } from './plan.ts';

export const sweep: CommandFunction = async (context, { options }) => {
  const plan = await planned(context, options, withEffort(options));
  if (options.dryRun) printPlan(context, options, 'sweep', plan);
  else await beginRun(context, options, 'sweep', plan);
};
