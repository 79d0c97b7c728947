import type { Verdict } from '../decide/finals.ts';
import type { FinalsDocument } from '../documents/sweep.ts';
import { type Course, courseOf, MIN_GAIN, type Rules } from './course.ts';
import type { Decision } from './decision.ts';
import {
  all,
  described,
  events,
  failing,
  forecast,
  level,
  limitsNotKept,
  onFront,
  runnersUp,
  slow,
} from './decision-words.ts';
import { finalsDocument } from './finals-document.ts';
import { conditionsOf } from './limits.ts';
import type { SweepState } from './state.ts';

/** What a decision by finals says: the first four fields of the document, and what they rest on. */
export interface Confirmed extends Decision {
  readonly finals: FinalsDocument | null;
}

/** The decision of a sweep that was given an effort. A winner is named only by finals on fresh starts. */
export function confirmedDecision(state: SweepState, rules: Rules): Confirmed {
  const found = decided(state, rules);
  return { ...found, reason: `${found.reason}${failing(state, rules)}` };
}

function decided(state: SweepState, rules: Rules): Confirmed {
  const course = courseOf(state, rules);
  const { limits } = conditionsOf(rules.objective.where);
  const finals = finalsDocument(course, rules);
  const { baseline } = state.plan;
  const undecided = (reason: string): Confirmed => ({ kind: 'not_enough_data', best: null, reason, finals });
  if (course.chosen.length === 0) {
    const numbers = state.trials.some((trial) => trial.done.length > 0);
    if (!numbers) return undecided('nothing was measured');
    const reason = 'no measured setting keeps every condition of where without failed requests';
    return { kind: 'none_satisfies', best: null, reason, finals };
  }
  if (course.chosen.length === 1) return alone(course, state, limits.length, finals);
  if (course.looks === null) {
    const first = course.chosen.find((name) => name !== baseline) ?? '';
    return undecided(
      `${first} is ahead after one start of each setting, not confirmed: this effort has no finals`,
    );
  }
  const gone = course.chosen.filter((name) => !course.kept.includes(name));
  if (gone.length > 0 && (course.kept.length < 2 || gone.includes(course.chosen[0] ?? '')))
    return undecided(`${gone.join(', ')} failed twice in the finals: nothing is left to compare`);
  return said(course.verdict, course, state, finals);
}

/** One setting only can be the answer. */
function alone(
  { chosen }: Course,
  state: SweepState,
  limits: number,
  finals: FinalsDocument | null,
): Confirmed {
  const [name = ''] = chosen;
  const { baseline } = state.plan;
  if (name !== baseline && limits > 0) {
    const reason = `${name} is the only one that is not clearly over a limit of where, and one start cannot show that it keeps them`;
    return { kind: 'not_enough_data', best: null, reason, finals };
  }
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

function said(verdict: Verdict, course: Course, state: SweepState, finals: FinalsDocument | null): Confirmed {
  const { baseline } = state.plan;
  if (verdict.kind === 'open')
    return { kind: 'not_enough_data', best: null, reason: 'the finals were not brought to an end', finals };
  const { look } = verdict;
  const rest = `${events(look)}${limitsNotKept(finals?.limits ?? [])}${onFront(finals?.front)}`;
  const reference = course.chosen[0] === baseline ? baseline : null;
  const intervals = `${all(look)} (${level(course)} intervals)`;
  switch (verdict.kind) {
    case 'winner': {
      const { best, unopposed } = verdict;
      const against = reference ?? 'the next';
      const why = unopposed ? `; it keeps every condition of where, and ${against} does not` : '';
      const beside = runnersUp(
        verdict,
        state.plan.trials.map(({ name }) => name),
      );
      const reason = `${described(best)} against ${against} (${level(course)} interval, ${look.analysis.starts} fresh starts)${why}${slow(best, look)}${rest}${beside}`;
      return { kind: 'winner', best: best.name, reason, finals };
    }
    case 'none': {
      const reason = `no finalist keeps every condition of where without failed requests${rest}`;
      return { kind: 'none_satisfies', best: null, reason, finals };
    }
    case 'worse':
      return { kind: 'baseline_best', best: reference, reason: `${intervals}${rest}`, finals };
    case 'small': {
      const reason = `a gain of ${100 * MIN_GAIN} % or more is unlikely (one chance in five at most): ${intervals}${rest}`;
      return { kind: 'no_difference', best: reference, reason, finals };
    }
    case 'unseen': {
      const close = (finals?.limits ?? []).filter((limit) => limit.state === 'too_close');
      const isOpen = look.compared.some(({ low, high }) => high - low > 4 * MIN_GAIN) || close.length > 0;
      const reason = `${intervals}${rest}; ${forecast(course, look)}`;
      return isOpen
        ? { kind: 'not_enough_data', best: null, reason, finals }
        : { kind: 'no_difference', best: reference, reason, finals };
    }
  }
}
