import type { EvaluationDocument } from '../../core/documents/evaluation.ts';
import { type Evaluated, evaluationDocument } from '../../core/evaluate/assemble.ts';
import { compareJudged, isSuspect, type Judged, SUSPICIOUS_LOSSES } from '../../core/evaluate/compare.ts';
import { comparesWithBaseline, compileRequire } from '../../core/evaluate/require.ts';
import type { Condition } from '../../core/plan/expression/condition.ts';
import { usage } from '../usage.ts';

/** Judges problems a second time, by their ids. */
export type Again = (ids: readonly string[]) => Promise<readonly Judged[]>;

/** Losses that matter are asked again. */
export async function assembleDocument(
  evaluated: Omit<Evaluated, 'suspect'>,
  again: Again,
): Promise<EvaluationDocument> {
  return evaluationDocument({ ...evaluated, suspect: await suspected(evaluated, again) });
}

async function suspected({ baseline, judged }: Omit<Evaluated, 'suspect'>, again: Again): Promise<boolean> {
  if (baseline === null) return false;
  const comparison = compareJudged(baseline.judged, judged);
  const { gained, lost } = comparison;
  return (
    lost.length - gained.length >= SUSPICIOUS_LOSSES &&
    isSuspect(comparison, await again([...lost, ...gained]))
  );
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
  if (!has_baseline && comparesWithBaseline(compiled.condition))
    throw usage('--require compares with a baseline, and none is given', 'give --against DIR');
  return compiled.condition;
}
