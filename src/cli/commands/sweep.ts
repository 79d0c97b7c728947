import { beginRun } from '../begin-run.ts';
import type { CommandFunction } from '../command.ts';
import { planned } from '../planned.ts';
import { printPlan } from './plan.ts';

export const sweep: CommandFunction = async (context, { options }) => {
  const plan = await planned(context, options);
  if (options.dryRun) printPlan(context, options, 'sweep', plan);
  else await beginRun(context, options, 'sweep', plan);
};
