import type { Configuration } from '../config/configuration.ts';
import type { EngineDefinition } from '../engine/definition.ts';
import { type Fault, FaultError, fault } from '../fault.ts';
import type { Definition } from '../generation.ts';
import { constraintJudge } from './constraints.ts';
import { MOST_JUDGED } from './judged.ts';
import { type LaidOut, LaidOutTrial } from './laid-out-trial.ts';
import type { PlannedTrial } from './plan.ts';
import type { Renderer, Values } from './render.ts';
import { secretsOf } from './secrets-of.ts';
import { settingIdentifier } from './setting-id.ts';
import { grid, gridSize, listed } from './space.ts';
import { trialNamer } from './trial-names.ts';

/** A grid beyond this is a slip in the file: nobody lives to see its end. */
const LARGEST_GRID = 200_000;

export const CURRENT = 'current';

/** Makes trials over one base. Duplicates are not marked yet. */
export interface TrialMaker {
  /** The base command as it is. */
  readonly current: LaidOutTrial;
  /** Every setting of the file in its order, rejected ones included. Throws `usage` where more than `most` can run. */
  all(most: number): readonly LaidOutTrial[];
}

export function trialMaker(
  configuration: Configuration,
  base: Definition,
  renderer: Renderer,
  engine: EngineDefinition,
): TrialMaker {
  const { parameters, settings } = configuration;
  const laidOut: LaidOut = {
    names: parameters.map(({ name }) => name),
    renderer,
    identify: settingIdentifier(base),
    has_secrets: secretsOf(base).length > 0,
  };
  const judge = constraintJudge(configuration.constraints);
  const nameOf = trialNamer(parameters);
  let made = 0;

  // The definition is looked at last: it is rendered for it.
  const rejectionOf = (trial: Pick<PlannedTrial, 'setting' | 'definition'>): Fault | null =>
    judge(trial.setting) ?? (made++ < MOST_JUDGED ? refused(engine, trial.definition) : null);
  const make = (name: string | null, values: Values, judged: boolean): LaidOutTrial =>
    new LaidOutTrial(laidOut, values, name === null ? nameOf : () => name, judged ? rejectionOf : () => null);

  const current = make(
    CURRENT,
    parameters.map(() => undefined),
    false,
  );
  return {
    current,
    all(most) {
      if (parameters.length === 0 && settings === null) return [current];
      if (settings === null && gridSize(parameters) > LARGEST_GRID)
        throw tooMany(`the grid has ${gridSize(parameters)} settings`, LARGEST_GRID);
      const trials: LaidOutTrial[] = [];
      const count = distinctCounter(most);
      for (const { name, values } of settings === null ? grid(parameters) : listed(settings, parameters)) {
        const trial = make(name, values, true);
        trials.push(trial);
        if (trial.rejected === null && count(trial, trials) > most) {
          const whole =
            settings === null
              ? `the grid of ${gridSize(parameters)} settings`
              : `the list of ${settings.length} settings`;
          throw tooMany(`${whole} has more than ${most} that can run`, most);
        }
      }
      return trials;
    },
  };
}

/** What the engine's own checks would refuse after the old server has been stopped for it. */
function refused(engine: EngineDefinition, { argv }: Definition): Fault | null {
  const why = engine.refusal(argv);
  return why === null ? null : fault('invalid-setting', `${engine.name} refuses this command: ${why}`);
}

/** Counts different commands. As long as all trials together are no more than `most`, it need not look at them. */
function distinctCounter(most: number): (trial: LaidOutTrial, all: readonly LaidOutTrial[]) => number {
  let seen: Set<string> | null = null;
  return (trial, all) => {
    if (all.length <= most) return 0;
    seen ??= new Set(all.filter(({ rejected }) => rejected === null).map(({ key }) => key));
    return seen.add(trial.key).size;
  };
}

function tooMany(message: string, most: number): FaultError {
  const hint =
    most >= LARGEST_GRID
      ? 'give fewer values, or a list of settings'
      : 'add constraints, or allow them with --max-trials N';
  return new FaultError(fault('usage', message, { hint, data: { max_trials: most } }));
}
