import { sameDefinition } from '../../core/change/same-definition.ts';
import type { Configuration } from '../../core/config/configuration.ts';
import type { PromoteDocument } from '../../core/documents/promote.ts';
import type { Definition } from '../../core/generation.ts';
import { baseDifferences } from '../../core/plan/base-differences.ts';
import { commandOf } from '../../core/plan/command.ts';
import { plainTrial } from '../../core/plan/laid-out-trial.ts';
import type { Plan, PlannedTrial } from '../../core/plan/plan.ts';
import { planId } from '../../core/plan/plan-id.ts';
import { settingId } from '../../core/plan/setting-id.ts';
import type { Promoted, Promotion } from '../../core/promoted.ts';
import type { Present, Promotions } from '../../ports/supervisor.ts';
import { presentOf } from '../present.ts';
import { usage } from '../usage.ts';
import { chosenTrial } from './chosen-trial.ts';
import { plannedAgain } from './planned-again.ts';
import { runWord, type Swept } from './swept.ts';
import { effectLines, undoCommands } from './words.ts';

/** What `promote` would do, whole: shown, agreed to, and run as the same value. */
export interface Proposal {
  readonly configuration: Configuration;
  readonly plan: Plan;
  readonly promotion: Promotion;
  readonly document: PromoteDocument;
  /** It is installed, and runs. */
  readonly done: boolean;
}

interface Now {
  readonly promotions: Promotions;
  readonly installed: Promoted | null;
  readonly present: Present;
}

/** A setting of the sweep is to become the unit's own. Faults: `usage`, `lock-held`, `definition-differs`, `definition-rejected`. */
export async function installing(
  swept: Swept,
  { trial: named, persist = false }: { readonly trial?: string; readonly persist?: boolean },
): Promise<Proposal> {
  const recorded = chosenTrial(swept, named);
  const now = await nowOf(swept);
  if (now.installed?.persist === true && !persist)
    throw usage(
      `${now.installed.file} of run ${now.installed.run_id} outlives a reboot and would count more`,
      'say --persist to replace it',
    );
  const { plan, base, trial } = await plannedAgain(swept, recorded, now);
  const { id: run_id } = swept.stored;
  const after = await now.promotions.made(trial.definition, { run_id, trial: trial.name, persist });
  if (sameDefinition(await now.promotions.own(), trial.definition))
    throw usage(
      `nothing to promote: ${trial.name} is what the unit runs by its own files`,
      now.installed === null
        ? 'if something else runs, stop the service and start it again'
        : `\`holdpoint promote ${now.installed.run_id} --undo\` takes away what hides them`,
    );
  const diff = now.installed?.run_id === run_id ? recorded.diff : trial.diff;
  return proposal(swept, now, {
    plan: { ...plan, base },
    trial: plainTrial(trial, { diff }),
    promotion: { before: now.installed, after },
  });
}

/** What this run has installed is to go. Fault: `usage`. */
export async function removing(swept: Swept): Promise<Proposal> {
  const now = await nowOf(swept);
  const { stored, dir } = swept;
  const { installed } = now;
  if (installed === null)
    throw usage(
      `nothing that \`promote\` has installed is there any more for run ${stored.id}`,
      'what was installed without --persist is gone after a reboot',
    );
  if (installed.run_id !== stored.id)
    throw usage(
      `${installed.file} is of run ${installed.run_id}, not of ${stored.id}`,
      `\`holdpoint promote ${runWord(dir.replace(/[^/]+$/, installed.run_id))} --undo\` takes it away`,
    );
  const definition = await now.promotions.own();
  const { plan } = stored;
  const trial: PlannedTrial = {
    name: 'own-definition',
    setting: {},
    setting_id: settingId(definition),
    definition,
    wanted: [],
    diff: [],
    duplicate_of: null,
    rejected: null,
  };
  return proposal(swept, now, {
    plan: { ...plan, base: definition },
    trial,
    promotion: { before: installed, after: null },
  });
}

async function nowOf({ stored, ports, runs_dir }: Swept): Promise<Now> {
  const { promotions } = ports.supervisor;
  if (promotions === undefined)
    throw usage('nothing can be installed for this service', 'run its command yourself');
  const [installed, present] = [
    await promotions.installed(),
    await presentOf(stored.configuration, ports, runs_dir),
  ];
  return { promotions, installed, present };
}

function proposal(
  { stored, dir }: Swept,
  { present }: Now,
  { plan, trial, promotion }: Pick<Proposal, 'plan' | 'promotion'> & { readonly trial: PlannedTrial },
): Proposal {
  // nothing is measured, but the first workload still says which API the probes use
  const workloads = stored.configuration.workloads.map((workload) => ({ ...workload, concurrency: [] }));
  const configuration: Configuration = {
    ...stored.configuration,
    baseline: 'none',
    restore: 'original',
    workloads,
  };
  const { definition } = trial;
  const { before, after } = promotion;
  const file = after ?? before;
  const { service, endpoint } = configuration;
  if (file === null || service.kind !== 'systemd') throw new Error('a promotion without a file or a unit');
  const effects = effectLines(promotion, definition, present, configuration);
  const undo = after === null ? [] : undoCommands(dir, service, after);
  const runs = present.definition !== null && sameDefinition(present.definition, definition);
  const done = runs && after !== null && before?.file === after.file && before.text === after.text;
  return {
    configuration,
    plan: {
      ...plan,
      plan_id: planId(configuration, [trial], null, []),
      trials: [trial],
      baseline: null,
      points: [],
      instrumentation: { argv: [], env: {} },
      touched: effects,
      undo,
    },
    promotion,
    done,
    document: {
      run: stored.id,
      service: service.kind === 'systemd' ? service.unit : endpoint.url,
      trial: after === null ? null : trial.name,
      state: done ? 'unchanged' : 'shown',
      command: commandOf(definition),
      diff: after === null ? changes(present.definition, definition) : trial.diff,
      file: { path: file.file, text: file.text, persist: file.persist },
      effects,
      undo,
      change: null,
    },
  };
}

function changes(running: Definition | null, wanted: Definition): readonly string[] {
  return running === null ? [] : baseDifferences(running, wanted);
}
