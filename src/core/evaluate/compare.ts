import { exactMcNemar, tango } from '../stats/paired.ts';
import type { Verdict } from './verdict.ts';

/** One problem as it was judged once, with the answer that was judged. */
export interface Judged {
  readonly id: string;
  readonly verdict: Verdict;
  /** null: there was none. */
  readonly answer: string | null;
}

export interface Comparison {
  /** Problems that both have. */
  readonly problems: number;
  /** Ids of problems that only this one passes, and only the baseline. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  /** Difference of the pass rates, this one minus the baseline. */
  readonly difference: number;
  /** 95 % interval of the difference (Tango 1998). */
  readonly interval: { readonly low: number; readonly high: number };
  /** Exact McNemar: probability of this many losses or more where both are equal; of this far a difference either way. */
  readonly worse_p: number;
  readonly different_p: number;
  /** The fewest losses without a gain that show a loss at 5 %; null: so few problems can show none. */
  readonly fewest_losses_shown: number | null;
}

/** Two net losses can be no chance where answers are greedy: they are asked again (`isSuspect`). */
export const SUSPICIOUS_LOSSES = 2;

export function compareJudged(baseline: readonly Judged[], judged: readonly Judged[]): Comparison {
  const passed = new Map(baseline.map(({ id, verdict }) => [id, verdict === 'passed']));
  const pairs = judged.filter(({ id }) => passed.has(id));
  const only = (mine: boolean) =>
    pairs
      .filter(({ id, verdict }) => (verdict === 'passed') === mine && passed.get(id) !== mine)
      .map(({ id }) => id);
  const [gained, lost] = [only(true), only(false)];
  const counts = { gained: gained.length, lost: lost.length, problems: pairs.length };
  const { worse, different } = exactMcNemar(counts);
  return {
    problems: counts.problems,
    gained,
    lost,
    difference: counts.problems === 0 ? 0 : (counts.gained - counts.lost) / counts.problems,
    interval: tango(counts),
    worse_p: worse,
    different_p: different,
    fewest_losses_shown: fewestShown(counts.problems),
  };
}

function fewestShown(problems: number): number | null {
  for (let lost = 1; lost <= problems; lost++)
    if (exactMcNemar({ gained: 0, lost }).worse <= 0.05) return lost;
  return null;
}

/** The problems that differ, judged a second time: the losses that stay, less the gains that stay. */
export function isSuspect({ gained, lost }: Comparison, again: readonly Judged[]): boolean {
  const passes = new Map(again.map(({ id, verdict }) => [id, verdict === 'passed']));
  const stay = (ids: readonly string[], passed: boolean) => ids.filter((id) => passes.get(id) === passed);
  return outweigh({ lost: stay(lost, false), gained: stay(gained, true) });
}

/** What two runs of both sides agree in. */
export interface Confirmed {
  /** The baseline passes them in both runs, the setting in none. */
  readonly lost: readonly string[];
  readonly gained: readonly string[];
}

export function confirmed(first: Comparison, second: Comparison): Confirmed {
  const both = (key: 'lost' | 'gained') => first[key].filter((id) => second[key].includes(id));
  return { lost: both('lost'), gained: both('gained') };
}

/** Two net losses or more among those that stay. */
export function outweigh({ lost, gained }: Confirmed): boolean {
  return lost.length - gained.length >= SUSPICIOUS_LOSSES;
}
