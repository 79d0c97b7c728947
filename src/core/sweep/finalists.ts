import { type Looks, looksOf } from '../decide/effort.ts';
import {
  chooseFinalists,
  type Screened,
  secondScreening,
  secondScreeningStarts,
} from '../decide/screening.ts';
import { screeningBarOf } from './barred.ts';
import type { Rules } from './course.ts';
import { isBarred, isClearlyOut, startOf, valueOf } from './start-values.ts';
import type { SweepState, TrialState } from './state.ts';

/** Who was chosen by the screening, and when their finals are looked at. */
interface Chosen {
  /** Baseline first, unless it cannot be compared with. */
  readonly names: readonly string[];
  readonly reference: string | null;
  /** Who is measured once more before the choice, in this order, as replicate 2; empty: nobody. */
  readonly again: readonly string[];
  readonly looks: Looks | null;
}

interface Seen extends Screened {
  /** Whatever the limits say, it cannot be compared with. */
  readonly unfit: boolean;
}

/** Worked out anew from the starts of the screening alone. `order`: every setting, as they were screened. */
export function finalistsOf(state: SweepState, rules: Rules, order: readonly string[]): Chosen {
  const trials = new Map(state.trials.map((trial) => [trial.planned.name, trial]));
  const seen = (names: readonly string[], replicate: number) =>
    names.map((name) => seenAs(state, rules, { name, trial: trials.get(name), replicate }));
  const screened = seen(order, 1);
  const first = screened.find(({ name }) => name === state.plan.baseline);
  // one that is over a limit is compared with all the same: what keeps the limit may still be the slower one
  const reference = first !== undefined && first.value !== null && !first.unfit ? first.name : null;
  const hasFinals = looksOf(rules.effort, 1, order.length + secondScreeningStarts(order.length)) !== null;
  const again = hasFinals ? secondScreening(screened, reference) : [];
  const found = chooseFinalists(screened, reference, seen(again, 2)).names;
  const names = found.length === 1 && found[0] === reference && first?.barred === true ? [] : found;
  const looks = looksOf(rules.effort, Math.min(2, names.length - 1), order.length + again.length);
  return { names, reference, again, looks };
}

function seenAs(
  state: SweepState,
  rules: Rules,
  { name, trial, replicate }: { name: string; trial: TrialState | undefined; replicate: number },
): Seen {
  const start = startOf(trial, replicate);
  if (trial === undefined || start === undefined) return { name, value: null, unfit: true, barred: true };
  const unfit = isBarred(start, rules) || screeningBarOf(state, trial) !== null;
  return { name, value: valueOf(start, rules), unfit, barred: unfit || isClearlyOut(start, rules) };
}
