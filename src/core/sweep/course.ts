import type { ConstraintConfiguration } from '../config/configuration.ts';
import { blockOrder, type FinalStart } from '../decide/blocks.ts';
import { type Effort, type Looks, looksOf } from '../decide/effort.ts';
import { judgeFinals, type Verdict } from '../decide/finals.ts';
import { chooseFinalists, screeningOrder } from '../decide/screening.ts';
import type { StartDocument } from '../documents/sweep.ts';
import { mean } from '../stats/quantile.ts';
import { isDecisive, metricOf, satisfies } from './objective.ts';
import type { SweepState, TrialState } from './state.ts';

/** By what a sweep that was given an effort is ordered and decided. All of it stands in the run's plan.json. */
export interface Rules {
  readonly effort: Effort;
  readonly seed: number;
  readonly objective: {
    readonly direction: 'maximize' | 'minimize';
    readonly metric: string;
    readonly workload: string;
    readonly concurrency: number;
    readonly where: readonly ConstraintConfiguration[];
  };
}

/** Where the finals stand; what was measured in the screening is not among their starts. */
export interface Course {
  /** As they were chosen; baseline first, unless it cannot be compared with. */
  readonly chosen: readonly string[];
  /** Without those that failed twice in the finals. */
  readonly kept: readonly string[];
  readonly looks: Looks | null;
  readonly verdict: Verdict;
}

/** The smallest gain worth a change of what runs. */
export const MIN_GAIN = 0.02;

/** Every setting that can be started, in the order of the screening. */
export function screeningOf(state: SweepState, { seed }: Rules): readonly string[] {
  const runnable = state.plan.trials.filter((t) => t.rejected === null && t.duplicate_of === null);
  return screeningOrder(
    runnable.map(({ name }) => name),
    state.plan.baseline,
    seed,
  );
}

/** The finals after the screening, worked out anew from the starts that have ended. */
export function courseOf(state: SweepState, rules: Rules): Course {
  const trials = new Map(state.trials.map((trial) => [trial.planned.name, trial]));
  const order = screeningOf(state, rules);
  const screened = order.map((name) => {
    const start = startOf(trials.get(name), 1);
    const value = start === undefined ? null : valueOf(start, rules);
    return { name, value, barred: start === undefined || isBarred(start, rules) };
  });
  const { baseline } = state.plan;
  const usable = screened.some(({ name, value, barred }) => name === baseline && value !== null && !barred);
  const reference = usable ? baseline : null;
  const chosen = chooseFinalists(screened, reference).names;
  const looks = looksOf(rules.effort, Math.min(2, chosen.length - 1), order.length);
  const kept = chosen.filter((name) => (trials.get(name)?.failures ?? 0) <= 1);
  const isOver = kept.length < 2 || (reference !== null && kept[0] !== reference);
  if (looks === null || isOver) return { chosen, kept, looks, verdict: { kind: 'open' } };
  const starts = finalStarts(kept, looks, trials, rules);
  const own = kept.flatMap((name) => (trials.get(name)?.starts ?? []).map((start) => ({ name, start })));
  const barred = new Set(own.filter(({ start }) => isBarred(start, rules)).map(({ name }) => name));
  const verdict = judgeFinals(
    {
      names: kept,
      has_baseline: reference !== null,
      able: new Set(kept.filter((name) => !barred.has(name))),
      simplest: state.plan.trials.map(({ name }) => name),
      looks,
      min_gain: MIN_GAIN,
    },
    starts,
  );
  return { chosen, kept, looks, verdict };
}

/** The next start of the finals; null: there is none to be made. Replicate 1 is the screening's, block 1 is replicate 2. */
export function nextFinal(
  state: SweepState,
  rules: Rules,
): { readonly trial: string; readonly replicate: number } | null {
  const { kept, chosen, looks, verdict } = courseOf(state, rules);
  if (looks === null || verdict.kind !== 'open' || kept.length < 2 || kept[0] !== chosen[0]) return null;
  for (let block = 1; block <= (looks.after.at(-1) ?? 0); block++) {
    const missing = blockOrder(kept, block).find((name) => {
      const trial = state.trials.find(({ planned }) => planned.name === name);
      return !trial?.done.includes(block + 1);
    });
    if (missing !== undefined) return { trial: missing, replicate: block + 1 };
  }
  return null;
}

function finalStarts(
  kept: readonly string[],
  looks: Looks,
  trials: ReadonlyMap<string, TrialState>,
  rules: Rules,
): readonly FinalStart[] {
  const starts: FinalStart[] = [];
  for (let block = 1; block <= (looks.after.at(-1) ?? 0); block++) {
    for (const name of blockOrder(kept, block)) {
      const start = startOf(trials.get(name), block + 1);
      const value = start === undefined ? null : valueOf(start, rules);
      if (value === null) return starts;
      starts.push({ name, value });
    }
  }
  return starts;
}

function startOf(trial: TrialState | undefined, replicate: number): StartDocument | undefined {
  return trial?.starts.find(
    (start) => start.fault === null && start.measurements[0]?.replicate === replicate,
  );
}

/** One number per start: the mean of the logs at the objective's point, more is better. null: there is none. */
function valueOf(start: StartDocument, rules: Rules): number | null {
  const { direction, metric } = rules.objective;
  const values = pointsOf(start, rules).map((m) => metricOf(m, metric));
  if (values.some((value) => value === null || value <= 0)) return null;
  const log = mean(values.map((value) => Math.log(value ?? 1)));
  return log === null || direction === 'maximize' ? log : -log;
}

/** A start that fails requests or breaks a condition speaks against its setting. */
function isBarred(start: StartDocument, rules: Rules): boolean {
  return pointsOf(start, rules).some((m) => m.failed > 0 || !satisfies(m, rules.objective.where));
}

function pointsOf(start: StartDocument, { objective }: Rules) {
  return start.measurements.filter((m) => isDecisive(m, objective));
}
