import type { Configuration } from '../core/config/configuration.ts';
import type { PlanDocument } from '../core/documents/plan.ts';
import { engineDefinition } from '../core/engine/index.ts';
import { baseOfFile } from '../core/plan/base.ts';
import { buildPlan, DEFAULT_MAX_TRIALS } from '../core/plan/build-plan.ts';
import { planDocument } from '../core/plan/document.ts';
import type { Plan } from '../core/plan/plan.ts';
import { baseFor, ownOf } from './base.ts';
import { loadConfiguration } from './configuration.ts';
import type { Context } from './context.ts';
import { expectationsFrom } from './history.ts';
import { requireLinux } from './linux.ts';
import type { Options } from './options.ts';
import { presentOf } from './present.ts';
import { runsFolder } from './runs-folder.ts';

export interface Planned {
  readonly configuration: Configuration;
  readonly plan: Plan;
  readonly document: PlanDocument;
  readonly simulated: boolean;
}

/**
 * The plan of a file. Only for a server that is to be adopted and for a unit the host is looked at: the command stands
 * nowhere else.
 * `change` turns the file's configuration into the one to plan (`apply` makes one setting of it).
 */
export async function planned(
  context: Context,
  options: Options,
  change: (c: Configuration) => Configuration = (c) => c,
): Promise<Planned> {
  const configuration = change(await loadConfiguration(context, options));
  const engine = engineDefinition(configuration.engine);
  const ofFile = baseOfFile(configuration, engine);
  if (ofFile !== null)
    return complete(
      context,
      options,
      configuration,
      buildPlan(configuration, ofFile, engine, limits(options)),
      false,
    );
  requireLinux(context, 'plan of a running server');
  const ports = await context.services.wire(configuration, {
    tools_from_path: options.toolsFromPath === true,
  });
  const present = await presentOf(configuration, ports, runsFolder(context, options));
  const base = baseFor(configuration, engine, present, await ownOf(ports.supervisor, present));
  return complete(
    context,
    options,
    configuration,
    buildPlan(configuration, base, engine, limits(options)),
    ports.host.simulated,
  );
}

function complete(
  context: Context,
  options: Options,
  configuration: Configuration,
  plan: Plan,
  simulated: boolean,
): Planned {
  const expectations = expectationsFrom(
    runsFolder(context, options),
    configuration,
    plan,
    context.clock.wall(),
  );
  return { configuration, plan, document: planDocument(plan, options.limit, expectations), simulated };
}

function limits(options: Options): { readonly maxTrials: number } {
  return { maxTrials: options.maxTrials ?? DEFAULT_MAX_TRIALS };
}
