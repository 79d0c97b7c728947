import type { Configuration } from '../core/config/configuration.ts';
import type { LoadsDocument, PlanDocument } from '../core/documents/plan.ts';
import { engineDefinition } from '../core/engine/index.ts';
import type { Suite } from '../core/evaluate/suite.ts';
import { baseOfFile } from '../core/plan/base.ts';
import { buildPlan, DEFAULT_MAX_TRIALS } from '../core/plan/build-plan.ts';
import { planDocument } from '../core/plan/document.ts';
import type { Plan } from '../core/plan/plan.ts';
import { baseFor, ownOf } from './base.ts';
import { loadConfiguration } from './configuration.ts';
import type { Context } from './context.ts';
import { deadManWords } from './dead-man-words.ts';
import { evaluationPrice } from './evaluation/price.ts';
import { suiteOf } from './evaluation/suite.ts';
import { expectationsFrom, historyOf } from './history.ts';
import { requireLinux } from './linux.ts';
import type { Options } from './options.ts';
import { loadsOfService } from './past-loads.ts';
import { presentOf } from './present.ts';
import { runsFolder } from './runs-folder.ts';
import { changing } from './wire-options.ts';

export interface Planned {
  readonly configuration: Configuration;
  readonly plan: Plan;
  readonly document: PlanDocument;
  /** The problems of `evaluation`; null: no answers are judged. */
  readonly suite: Suite | null;
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
  const none = async () => null;
  if (ofFile !== null)
    return complete(
      context,
      options,
      { configuration, plan: buildPlan(configuration, ofFile, engine, limits(options)), simulated: false },
      none,
    );
  requireLinux(context, 'plan of a running server');
  const ports = await context.services.wire(configuration, changing(options));
  const present = await presentOf(configuration, ports, runsFolder(context, options));
  const base = baseFor(configuration, engine, present, await ownOf(ports.supervisor, present));
  const plan = buildPlan(configuration, base, engine, limits(options));
  const words = await deadManWords(ports);
  const undo = words === null ? plan.undo : [...plan.undo, words];
  const { simulated } = ports.host;
  return complete(context, options, { configuration, plan: { ...plan, undo }, simulated }, () =>
    loadsOfService(ports.supervisor, engine, base),
  );
}

/** `ask`: for the service's own records of its loads. */
async function complete(
  context: Context,
  options: Options,
  made: Omit<Planned, 'document' | 'suite'>,
  ask: () => Promise<LoadsDocument | null>,
): Promise<Planned> {
  const { configuration, plan } = made;
  const history = await historyOf(runsFolder(context, options), configuration, ask);
  const suite = suiteOf(configuration);
  const price = suite === null ? {} : { evaluation: evaluationPrice(history, configuration, plan, suite) };
  const expectations = {
    ...(await expectationsFrom(history, configuration, plan, context.clock.wall())),
    ...price,
  };
  return { ...made, suite, document: planDocument(plan, options.limit, expectations) };
}

function limits(options: Options): { readonly maxTrials: number } {
  return { maxTrials: options.maxTrials ?? DEFAULT_MAX_TRIALS };
}
