import { beginRun } from '../begin-run.ts';
import type { CommandFunction } from '../command.ts';
import { planned } from '../planned.ts';
import { withSetting } from '../set.ts';
import { printPlan } from './plan.ts';

export const apply: CommandFunction = async (context, { options }) => {
  const plan = await planned(context, options, (configuration) =>
    withSetting(configuration, options.set ?? []),
  );
  if (options.dryRun) printPlan(context, options, 'apply', plan);
  else await beginRun(context, options, 'apply', plan);
};
