import type { EvaluationDocument, JudgedProblem } from '../../core/documents/evaluation.ts';
import { compareJudged, isSuspect, type Judged, SUSPICIOUS_LOSSES } from '../../core/evaluate/compare.ts';
import { losslessness } from '../../core/evaluate/losslessness.ts';
import { compileRequire } from '../../core/evaluate/require.ts';
import type { Condition } from '../../core/plan/expression/condition.ts';
import { clopperPearson } from '../../core/stats/proportion.ts';
import { usage } from '../usage.ts';

export interface Evaluated
  extends Pick<
    EvaluationDocument,
    'url' | 'model' | 'suite' | 'suite_hash' | 'concurrency' | 'max_tokens' | 'dir' | 'judged'
  > {
  readonly baseline: EvaluationDocument | null;
  readonly repeat: EvaluationDocument | null;
  readonly condition: Condition | null;
}

/** Judges problems a second time, by their ids. */
export type Again = (ids: readonly string[]) => Promise<readonly Judged[]>;

/** What the verdicts say, alone and against the baseline; losses that matter are asked again. */
export async function assembleDocument(evaluated: Evaluated, again: Again): Promise<EvaluationDocument> {
  const { baseline, repeat, condition, ...rest } = evaluated;
  const { judged } = rest;
  const passed = judged.filter(({ verdict }) => verdict === 'passed').length;
  const rate = { problems: judged.length, passed, pass_rate: passed / judged.length };
  const comparison = baseline === null ? null : await compared(baseline, judged, again);
  const names = {
    ...rate,
    baseline: baseline?.pass_rate ?? null,
    lost: comparison?.lost.length ?? null,
    gained: comparison?.gained.length ?? null,
  };
  return {
    ...rest,
    ...rate,
    interval: clopperPearson(passed, judged.length),
    comparison,
    losslessness: baseline === null ? null : losslessness(baseline.judged, repeat?.judged ?? null, judged),
    required: condition === null ? null : { condition: condition.text, holds: holds(condition, names) },
  };
}

async function compared(baseline: EvaluationDocument, judged: readonly JudgedProblem[], again: Again) {
  const comparison = compareJudged(baseline.judged, judged);
  const { gained, lost } = comparison;
  const suspect =
    lost.length - gained.length >= SUSPICIOUS_LOSSES &&
    isSuspect(comparison, await again([...lost, ...gained]));
  return { ...comparison, baseline: baseline.dir, baseline_pass_rate: baseline.pass_rate, suspect };
}

/** What is unknown is not shown to hold. */
function holds(condition: Condition, names: Parameters<Condition['judge']>[0]): boolean {
  const result = condition.judge(names);
  return result.ok && result.value === true;
}

/** null: nothing is required. Fault: `usage` (a name that there is not, or no baseline for it). */
export function requiredCondition(text: string | undefined, has_baseline: boolean): Condition | null {
  if (text === undefined) return null;
  const compiled = compileRequire(text);
  if (!compiled.ok) {
    const [{ column, message, remedy } = { column: 1, message: 'no condition', remedy: '' }] =
      compiled.errors;
    throw usage(`--require, column ${column}: ${message}`, remedy);
  }
  const { names } = compiled.condition;
  if (!has_baseline && ['baseline', 'lost', 'gained'].some((name) => names.has(name)))
    throw usage('--require compares with a baseline, and none is given', 'give --against DIR');
  return compiled.condition;
}
