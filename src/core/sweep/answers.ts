import type { AfterLoad, EvaluationDocument, JudgedProblem } from '../documents/evaluation.ts';
import { type Against, evaluationDocument, holdsFor, passedOf, rateOf } from '../evaluate/assemble.ts';
import { type Confirmed, compareJudged, confirmed, outweigh } from '../evaluate/compare.ts';
import { compileRequire } from '../evaluate/require.ts';
import type { Condition } from '../plan/expression/condition.ts';
import { baselineOf, type Evaluated, type SweepState, type TrialState } from './state.ts';

/** Without its folder, which only the document of a run knows. */
type Answers = Omit<EvaluationDocument, 'dir'>;

/** A decision is asked for after every record, and to compare a hundred answers takes long. */
const known = new WeakMap<Evaluated, { readonly base: Evaluated | null; readonly answers: Answers }>();

/** How the answers of a setting were judged, alone and against the baseline's; null: none were. */
export function answersOf(state: SweepState, trial: TrialState): Answers | null {
  const own = trial.evaluated;
  if (own === null) return null;
  const base = baselineOf(state)?.evaluated ?? null;
  const found = known.get(own);
  if (found !== undefined && found.base === base) return found.answers;
  const answers = assembled(own, base, state.plan.baseline ?? '');
  known.set(own, { base, answers });
  return answers;
}

/** Why a setting cannot win for its answers, in words; null: nothing speaks against it, or none were judged. */
export function answersBar(state: SweepState, trial: TrialState): string | null {
  const answers = answersOf(state, trial);
  if (answers === null) return null;
  const { required, comparison, after_load, passed, problems } = answers;
  if (comparison?.suspect === true && after_load !== undefined) {
    const { confirmed_lost, confirmed_gained } = after_load;
    return `it loses ${confirmed_lost.length} of ${problems} problems that ${comparison.baseline} passes, before and after the load, and gains ${confirmed_gained.length}`;
  }
  if (required?.holds === false)
    return `\`${required.condition}\` does not hold: ${passed} of ${problems} problems passed before the load, ${after_load?.passed ?? 'none'} after it`;
  return null;
}

function assembled(own: Evaluated, base: Evaluated | null, name: string): Answers {
  const { about, before, after } = own;
  const { require, ...asked } = about;
  const compiled = require === null ? null : compileRequire(require);
  const condition = compiled?.ok === true ? compiled.condition : null;
  const against = base === null ? null : { name, judged: base.before.judged, repeat: base.after.judged };
  const stay = base === null || base === own ? NONE : confirmedIn(base, own);
  const { dir: _, ...document } = evaluationDocument({
    ...asked,
    dir: '',
    judged: before.judged,
    baseline: base === own ? null : against,
    condition: null,
    suspect: outweigh(stay),
  });
  const took = before.took_s === null || after.took_s === null ? null : before.took_s + after.took_s;
  return {
    ...document,
    required: condition === null ? null : required(condition, own, against, base),
    after_load: afterLoad(before.judged, after.judged, stay),
    ...(took === null ? {} : { took_s: took }),
  };
}

const NONE: Confirmed = { lost: [], gained: [] };

type Passes = Pick<Evaluated, 'before' | 'after'>;

function confirmedIn(base: Evaluated, { before, after }: Passes): Confirmed {
  return confirmed(
    compareJudged(base.before.judged, before.judged),
    compareJudged(base.after.judged, after.judged),
  );
}

/** It must hold before the load, and after it against what the baseline was then. */
function required(
  condition: Condition,
  { before, after }: Passes,
  against: Against | null,
  base: Evaluated | null,
) {
  const then =
    against === null || base === null
      ? null
      : { ...against, judged: base.after.judged, repeat: base.before.judged };
  const holds = holdsFor(condition, before.judged, against) && holdsFor(condition, after.judged, then);
  return { condition: condition.text, holds };
}

function afterLoad(
  before: readonly JudgedProblem[],
  after: readonly JudgedProblem[],
  { lost, gained }: Confirmed,
): AfterLoad {
  const first = new Map(before.map((one) => [one.id, one]));
  return {
    passed: passedOf(after),
    pass_rate: rateOf(after),
    confirmed_lost: lost,
    confirmed_gained: gained,
    changed: after.filter(({ id, verdict, answer }) => {
      const one = first.get(id);
      return one?.verdict !== verdict || one.answer !== answer;
    }),
  };
}
