import type { Compared, Look, Verdict } from '../decide/finals.ts';
import { findableEffect, sdFactors } from '../decide/forecast.ts';
import type { FinalsDocument } from '../documents/sweep.ts';
import { type Course, courseOf, MIN_GAIN, type Rules } from './course.ts';
import type { Decision } from './decision.ts';
import type { SweepState } from './state.ts';

/** What a decision by finals says: the first four fields of the document, and what they rest on. */
export interface Confirmed extends Decision {
  readonly finals: FinalsDocument | null;
}

const POWER = 0.8;
/** How many blocks the forecast of what more would show takes as an example. */
const MORE_BLOCKS = 12;

/** The decision of a sweep that was given an effort. A winner is named only by finals on fresh starts. */
export function confirmedDecision(state: SweepState, rules: Rules): Confirmed {
  const course = courseOf(state, rules);
  const finals = finalsDocument(course);
  const { baseline } = state.plan;
  const undecided = (reason: string): Confirmed => ({ kind: 'not_enough_data', best: null, reason, finals });
  if (course.chosen.length === 0) {
    const numbers = state.trials.some((trial) => trial.done.length > 0);
    if (!numbers) return undecided('nothing was measured');
    const reason = 'no measured setting keeps every condition of where without failed requests';
    return { kind: 'none_satisfies', best: null, reason, finals };
  }
  if (course.chosen.length === 1) return alone(course, state, finals);
  if (course.looks === null) {
    const first = course.chosen.find((name) => name !== baseline) ?? '';
    return undecided(
      `${first} is ahead after one start of each setting, not confirmed: this effort has no finals`,
    );
  }
  const gone = course.chosen.filter((name) => !course.kept.includes(name));
  if (gone.length > 0 && (course.kept.length < 2 || gone.includes(course.chosen[0] ?? '')))
    return undecided(`${gone.join(', ')} failed twice in the finals: nothing is left to compare`);
  return said(course.verdict, course, baseline, finals);
}

/** One setting only can be the answer. */
function alone({ chosen }: Course, state: SweepState, finals: FinalsDocument | null): Confirmed {
  const [name = ''] = chosen;
  const { baseline } = state.plan;
  if (name !== baseline) {
    const reason = `${name} is the only one that keeps every condition of where without failed requests`;
    return { kind: 'winner', best: name, reason, finals };
  }
  const others = state.trials.filter((t) => t.planned.name !== name && t.done.length > 0).length;
  return others === 0
    ? { kind: 'not_enough_data', best: null, reason: 'nothing but the baseline was measured', finals }
    : {
        kind: 'baseline_best',
        best: name,
        reason: `${others} others fail requests or a condition of where`,
        finals,
      };
}

function said(
  verdict: Verdict,
  course: Course,
  baseline: string | null,
  finals: FinalsDocument | null,
): Confirmed {
  switch (verdict.kind) {
    case 'open':
      return { kind: 'not_enough_data', best: null, reason: 'the finals were not brought to an end', finals };
    case 'winner': {
      const { best, tied, look } = verdict;
      const against = course.chosen[0] === baseline ? baseline : 'the next';
      const equals = tied.length === 0 ? '' : `; not told apart from ${tied.join(', ')}, and simpler`;
      const reason = `${described(best)} against ${against} (${level(course)} interval, ${look.analysis.starts} fresh starts)${slow(best, look)}${events(look)}${equals}`;
      return { kind: 'winner', best: best.name, reason, finals };
    }
    case 'worse':
      return {
        kind: 'baseline_best',
        best: baseline,
        reason: `${all(verdict.look)} (${level(course)} intervals)${events(verdict.look)}`,
        finals,
      };
    case 'small': {
      const reason = `a gain of ${100 * MIN_GAIN} % or more is unlikely (one chance in five at most): ${all(verdict.look)} (${level(course)} intervals)${events(verdict.look)}`;
      return { kind: 'no_difference', best: baseline, reason, finals };
    }
    case 'unseen': {
      const { look } = verdict;
      const wide = look.compared.some(({ low, high }) => high - low > 4 * MIN_GAIN);
      const reason = `${all(look)} (${level(course)} intervals)${events(look)}; ${forecast(course, look)}`;
      return wide
        ? { kind: 'not_enough_data', best: null, reason, finals }
        : { kind: 'no_difference', best: baseline, reason, finals };
    }
  }
}

function forecast({ looks }: Course, { analysis, compared }: Look): string {
  const settings = compared.length + 1;
  const of = (sd: number) =>
    findableEffect({ sd, blocks: MORE_BLOCKS, settings, level: looks?.level ?? 0.025, power: POWER });
  const { low, high } = sdFactors(analysis.degrees);
  const range = `${percent(of(analysis.sd * low))} to ${percent(of(analysis.sd * high))}`;
  return `${MORE_BLOCKS} blocks (${MORE_BLOCKS * settings} starts) would find ${percent(of(analysis.sd))} in 8 of 10 sweeps (${range}, as the noise is known)`;
}

function described({ name, value, low, high }: Compared): string {
  return `${name} ${percent(value)}, between ${percent(low)} and ${percent(high)}`;
}

function all({ compared }: Look): string {
  return compared.map(described).join('; ');
}

function slow(best: Compared, { blocks }: Look): string {
  return best.slow === 0 ? '' : `; slow starts: ${best.slow} of ${blocks}`;
}

function events({ analysis }: Look): string {
  return analysis.events
    .map(({ kind, at, effect }) =>
      kind === 'start'
        ? `; start ${at + 1} of the finals ${percent(effect)} apart from its siblings, left out`
        : `; from start ${at + 1} of the finals on everything ${percent(effect)}`,
    )
    .join('');
}

function level({ looks }: Course): string {
  return `${Number((100 * (1 - 2 * (looks?.level ?? 0.025))).toFixed(1))} %`;
}

/** A log ratio as a change in percent. */
function change(log: number): number {
  return 100 * Math.expm1(log);
}

/** The same in words: `+5.1 %`. */
function percent(log: number): string {
  const percents = change(log);
  return `${percents < 0 ? '' : '+'}${percents.toFixed(1)} %`;
}

function finalsDocument({ chosen, looks, verdict }: Course): FinalsDocument | null {
  if (looks === null || verdict.kind === 'open') return null;
  const { look } = verdict;
  return {
    finalists: chosen,
    blocks: look.blocks,
    interval_pct: 100 * (1 - 2 * looks.level),
    sd_pct: change(look.analysis.sd),
    events: look.analysis.events.map(({ kind, at, effect }) => ({
      kind,
      start: at + 1,
      change_pct: change(effect),
    })),
    compared: look.compared.map(({ name, value, low, high, slow: slow_starts }) => ({
      ...{ name, slow_starts },
      change_pct: change(value),
      low_pct: change(low),
      high_pct: change(high),
    })),
  };
}
