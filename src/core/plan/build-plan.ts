import type { Configuration } from '../config/configuration.ts';
import type { EngineDefinition } from '../engine/definition.ts';
import { FaultError, fault, type Problem } from '../fault.ts';
import type { Definition } from '../generation.ts';
import { markDuplicates } from './duplicates.ts';
import type { LaidOutTrial } from './laid-out-trial.ts';
import type { Plan, WorkloadPoint } from './plan.ts';
import { planId } from './plan-id.ts';
import { createRenderer } from './render.ts';
import type { RenderProblem } from './slot.ts';
import { touchedLines, undoLines } from './touched.ts';
import { CURRENT, trialMaker } from './trials.ts';

/** Without `--max-trials`. */
export const DEFAULT_MAX_TRIALS = 500;

export interface PlanOptions {
  /** How many different commands may run, rejected settings and duplicates not counted. */
  readonly maxTrials: number;
}

/**
 * The plan over a base command (the running one, or the one of the file). Starts and reads nothing.
 * The baseline comes first; of settings that render to one command, or of which the engine makes one, the first is run
 * and the others are its duplicates.
 *
 * Faults: `usage` (too many trials), `configuration` (the base command cannot be varied as asked: with an adopted
 * server that is only known now).
 */
export function buildPlan(
  configuration: Configuration,
  base: Definition,
  engine: EngineDefinition,
  options: PlanOptions,
): Plan {
  const renderer = createRenderer(base, engine, configuration.parameters, configuration.settings ?? []);
  if (renderer.problems.length > 0) throw unvariable(configuration, renderer.problems);
  const maker = trialMaker(configuration, base, renderer, engine);
  const { trials, baseline } = withBaseline(configuration, maker.current, maker.all(options.maxTrials));
  const points = pointsOf(configuration);
  const marked = markDuplicates(trials, engine, {
    concurrency: [...new Set(points.map(({ concurrency }) => concurrency))].filter((level) => level !== null),
    varied: renderer.varied,
  });
  let identity: string | null = null;
  return {
    name: configuration.name,
    // Only what is run has an identity; what is only shown need not be rendered for it.
    get plan_id() {
      identity ??= planId(configuration, marked, baseline, points);
      return identity;
    },
    base,
    trials: marked,
    baseline,
    points,
    instrumentation: engine.instrumentation(base),
    touched: touchedLines(configuration, base, marked, points),
    undo: undoLines(configuration),
  };
}

function pointsOf({ workloads }: Configuration): readonly WorkloadPoint[] {
  return workloads.flatMap((workload): readonly WorkloadPoint[] => {
    if (workload.rate !== undefined)
      return workload.rate.map((rate) => ({ workload, concurrency: null, rate }));
    if (workload.replay !== undefined) return [{ workload, concurrency: null }];
    return workload.concurrency.map((concurrency) => ({ workload, concurrency }));
  });
}

interface Ordered {
  readonly trials: readonly LaidOutTrial[];
  readonly baseline: string | null;
}

function withBaseline(
  { baseline, settings }: Configuration,
  current: LaidOutTrial,
  trials: readonly LaidOutTrial[],
): Ordered {
  if (baseline === 'none') return { trials, baseline: null };
  if (baseline === CURRENT) {
    const same = trials.find((trial) => trial.rejected === null && trial.key === current.key);
    return same === undefined ? { trials: [current, ...trials], baseline: CURRENT } : first(same, trials);
  }
  const named = trials.find((trial) => trial.name === baseline);
  const place = settings?.find((setting) => setting.name === baseline)?.place;
  if (named === undefined || named.rejected !== null) {
    const message =
      named === undefined
        ? `the baseline ${baseline} is no setting`
        : `the baseline ${baseline} is rejected: ${named.rejected?.message}`;
    const problem: Problem = {
      file: null,
      line: null,
      column: null,
      ...place,
      message,
      remedy: 'take another baseline, or change the constraint',
    };
    throw new FaultError(fault('configuration', message, { problems: [problem] }));
  }
  return first(named, trials);
}

function first(trial: LaidOutTrial, trials: readonly LaidOutTrial[]): Ordered {
  return { trials: [trial, ...trials.filter((other) => other !== trial)], baseline: trial.name };
}

function unvariable({ parameters }: Configuration, problems: readonly RenderProblem[]): FaultError {
  const located = problems.map(({ parameter, message, remedy }): Problem => {
    const place = parameters.find(({ name }) => name === parameter)?.place;
    return { file: null, line: null, column: null, ...place, message, remedy };
  });
  return new FaultError(
    fault('configuration', located[0]?.message ?? 'the base command cannot be varied', { problems: located }),
  );
}
