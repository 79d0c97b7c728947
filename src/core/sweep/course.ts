import type { ConstraintConfiguration } from '../config/configuration.ts';
import { blockOrder, type FinalStart } from '../decide/blocks.ts';
import type { Effort, Looks } from '../decide/effort.ts';
import { judgeFinals, type Verdict } from '../decide/finals.ts';
import { screeningOrder } from '../decide/screening.ts';
import { isRun } from '../plan/plan.ts';
import { barOf } from './barred.ts';
import { finalistsOf } from './finalists.ts';
import { conditionsOf } from './limits.ts';
import { besideOf, excessesOf, isBarred, startOf, valueOf } from './start-values.ts';
import type { SweepState, TrialState } from './state.ts';

/** By what a sweep that was given an effort is ordered and decided. All of it stands in the run's plan.json. */
export interface Rules {
  readonly effort: Effort;
  readonly seed: number;
  readonly objective: {
    readonly direction: 'maximize' | 'minimize';
    readonly metric: string;
    readonly workload: string;
    readonly concurrency: number | null;
    readonly rate?: number | undefined;
    readonly where: readonly ConstraintConfiguration[];
    readonly beside?: string;
  };
}

/** Where the finals stand; what was measured in the screening is not among their starts. */
export interface Course {
  /** As they were chosen; baseline first, unless it cannot be compared with. */
  readonly chosen: readonly string[];
  /** Without those that failed twice in the finals. */
  readonly kept: readonly string[];
  readonly looks: Looks | null;
  /** The replicate of the first block. */
  readonly from: number;
  readonly verdict: Verdict;
}

/** The smallest gain worth a change of what runs. */
export const MIN_GAIN = 0.02;

/** Every setting that can be started, in the order of the screening. */
export function screeningOf(state: SweepState, { seed }: Rules): readonly string[] {
  const runnable = state.plan.trials.filter(isRun);
  return screeningOrder(
    runnable.map(({ name }) => name),
    state.plan.baseline,
    seed,
  );
}

/** The finals after the screening, worked out anew from the starts that have ended. */
export function courseOf(state: SweepState, rules: Rules): Course {
  const trials = new Map(state.trials.map((trial) => [trial.planned.name, trial]));
  const { names: chosen, reference, again, looks } = finalistsOf(state, rules, screeningOf(state, rules));
  const from = again.length === 0 ? 2 : 3;
  const kept = chosen.filter((name) => (trials.get(name)?.failures ?? 0) <= 1);
  const isOver = kept.length < 2 || (reference !== null && kept[0] !== reference);
  if (looks === null || isOver) return { chosen, kept, looks, from, verdict: { kind: 'open' } };
  const starts = finalStarts(kept, { looks, from }, trials, rules);
  const own = kept.flatMap((name) => (trials.get(name)?.starts ?? []).map((start) => ({ name, start })));
  const barred = new Set(own.filter(({ start }) => isBarred(start, rules)).map(({ name }) => name));
  const answersBadly = (name: string): boolean => {
    const trial = trials.get(name);
    return trial !== undefined && barOf(state, trial) !== null;
  };
  const verdict = judgeFinals(
    {
      names: kept,
      has_baseline: reference !== null,
      able: new Set(kept.filter((name) => !barred.has(name) && !answersBadly(name))),
      limits: conditionsOf(rules.objective.where).limits.length,
      simplest: state.plan.trials.map(({ name }) => name),
      looks,
      min_gain: MIN_GAIN,
    },
    starts,
  );
  return { chosen, kept, looks, from, verdict };
}

/**
 * The next start after the screening; null: there is none to be made. Replicate 1 is the screening's; where many settings
 * were screened, replicate 2 is the second one's.
 */
export function nextFinal(
  state: SweepState,
  rules: Rules,
): { readonly trial: string; readonly replicate: number } | null {
  const { again } = finalistsOf(state, rules, screeningOf(state, rules));
  const unseen = again.find((name) => {
    const trial = state.trials.find(({ planned }) => planned.name === name);
    return trial !== undefined && !trial.done.includes(2) && trial.failures <= 1;
  });
  if (unseen !== undefined) return { trial: unseen, replicate: 2 };
  const { kept, chosen, looks, from, verdict } = courseOf(state, rules);
  if (looks === null || verdict.kind !== 'open' || kept.length < 2 || kept[0] !== chosen[0]) return null;
  for (let block = 1; block <= (looks.after.at(-1) ?? 0); block++) {
    const replicate = from + block - 1;
    const missing = blockOrder(kept, block).find((name) => {
      const trial = state.trials.find(({ planned }) => planned.name === name);
      return !trial?.done.includes(replicate);
    });
    if (missing !== undefined) return { trial: missing, replicate };
  }
  return null;
}

function finalStarts(
  kept: readonly string[],
  { looks, from }: { readonly looks: Looks; readonly from: number },
  trials: ReadonlyMap<string, TrialState>,
  rules: Rules,
): readonly FinalStart[] {
  const starts: FinalStart[] = [];
  for (let block = 1; block <= (looks.after.at(-1) ?? 0); block++) {
    for (const name of blockOrder(kept, block)) {
      const start = startOf(trials.get(name), from + block - 1);
      const value = start === undefined ? null : valueOf(start, rules);
      if (start === undefined || value === null) return starts;
      starts.push({ name, value, excesses: excessesOf(start, rules), ...besideOf(start, rules) });
    }
  }
  return starts;
}
