import type { EvaluationDocument } from '../documents/evaluation.ts';
import type { Condition } from '../plan/expression/condition.ts';
import { clopperPearson } from '../stats/proportion.ts';
import { type Comparison, compareJudged, type Judged } from './compare.ts';
import { losslessness } from './losslessness.ts';
import { requiredHolds } from './require.ts';

/** What an evaluation is compared with. */
export interface Against {
  /** A folder, or the name of a setting. */
  readonly name: string;
  readonly judged: readonly Judged[];
  /** The same asked a second time; null: it was not. */
  readonly repeat: readonly Judged[] | null;
}

export interface Evaluated
  extends Pick<
    EvaluationDocument,
    'url' | 'model' | 'suite' | 'suite_hash' | 'concurrency' | 'max_tokens' | 'dir' | 'judged'
  > {
  readonly baseline: Against | null;
  readonly condition: Condition | null;
  /** Of the losses against the baseline. */
  readonly suspect: boolean;
}

/** What the verdicts say, alone and against the baseline. */
export function evaluationDocument(evaluated: Evaluated): EvaluationDocument {
  const { baseline, condition, suspect, ...rest } = evaluated;
  const { judged } = rest;
  const passed = passedOf(judged);
  const comparison = baseline === null ? null : compareJudged(baseline.judged, judged);
  return {
    ...rest,
    problems: judged.length,
    passed,
    pass_rate: passed / judged.length,
    interval: clopperPearson(passed, judged.length),
    comparison:
      baseline === null || comparison === null
        ? null
        : { ...comparison, baseline: baseline.name, baseline_pass_rate: rateOf(baseline.judged), suspect },
    losslessness: baseline === null ? null : losslessness(baseline.judged, baseline.repeat, judged),
    required:
      condition === null
        ? null
        : { condition: condition.text, holds: holdsFor(condition, judged, baseline, comparison) },
  };
}

/** Is what was required of the answers shown to hold? `comparison` where it is known already. */
export function holdsFor(
  condition: Condition,
  judged: readonly Judged[],
  baseline: Against | null,
  comparison: Comparison | null = baseline === null ? null : compareJudged(baseline.judged, judged),
): boolean {
  const text = baseline === null ? null : losslessness(baseline.judged, baseline.repeat, judged);
  return requiredHolds(condition, {
    problems: judged.length,
    passed: passedOf(judged),
    pass_rate: rateOf(judged),
    baseline: baseline === null ? null : rateOf(baseline.judged),
    lost: comparison?.lost.length ?? null,
    gained: comparison?.gained.length ?? null,
    differing: text?.differing.length ?? null,
    baseline_differing: text?.baseline_differing?.length ?? null,
  });
}

export function passedOf(judged: readonly Pick<Judged, 'verdict'>[]): number {
  return judged.filter(({ verdict }) => verdict === 'passed').length;
}

export function rateOf(judged: readonly Pick<Judged, 'verdict'>[]): number {
  return passedOf(judged) / judged.length;
}
