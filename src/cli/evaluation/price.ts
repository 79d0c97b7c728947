import type { Configuration } from '../../core/config/configuration.ts';
import { EVALUATION_DEFAULTS } from '../../core/config/defaults.ts';
import type { EvaluationPriceDocument } from '../../core/documents/plan.ts';
import type { Suite } from '../../core/evaluate/suite.ts';
import { isRun, type Plan } from '../../core/plan/plan.ts';
import type { History } from '../history.ts';

/** Before the load, and after it. */
const PASSES = 2;

/**
 * What judging the answers takes: as long as the same suite took, asked in the same way, in earlier runs of the service.
 * Else only a bound is known, from the slowest speed that was measured at no more requests at once.
 */
export function evaluationPrice(
  { starts, evaluations }: Pick<History, 'starts' | 'evaluations'>,
  { evaluation }: Pick<Configuration, 'evaluation'>,
  { trials }: Pick<Plan, 'trials'>,
  { name, hash, problems }: Suite,
): EvaluationPriceDocument {
  const { at_concurrency, max_tokens } = evaluation ?? EVALUATION_DEFAULTS;
  const settings = trials.filter(isRun).length;
  const took = evaluations.flatMap((known) =>
    known.suite_hash === hash && known.concurrency === at_concurrency && known.max_tokens === max_tokens
      ? (known.took_s ?? [])
      : [],
  );
  const speeds = starts
    .flatMap(({ start }) => start.measurements)
    .flatMap(({ concurrency, output_tokens_per_s }) =>
      concurrency !== null && concurrency <= at_concurrency ? (output_tokens_per_s ?? []) : [],
    );
  const slowest = Math.min(...speeds);
  return {
    suite: name,
    problems: problems.length,
    at_concurrency,
    settings,
    expected_s: took.length === 0 ? null : (settings * sum(took)) / took.length,
    at_most_s:
      speeds.length === 0 || slowest <= 0
        ? null
        : (settings * PASSES * problems.length * max_tokens) / slowest,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
