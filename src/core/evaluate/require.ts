import { type Compiled, type Condition, compileCondition } from '../plan/expression/condition.ts';

/** What only a comparison knows: null where there is no baseline. */
const OF_COMPARISON = ['baseline', 'lost', 'gained', 'differing', 'baseline_differing'];

/**
 * `baseline` is the pass rate of the baseline; `differing` counts the answers whose text is not the baseline's, and
 * `baseline_differing` those in which the baseline differs from its own repeat.
 */
const SCOPE = new Map(
  ['pass_rate', 'passed', 'problems', ...OF_COMPARISON].map((name) => [name, 'number'] as const),
);

/** A condition on an evaluation, such as `pass_rate >= baseline - 0.05`, in the one expression language. */
export function compileRequire(text: string): Compiled {
  return compileCondition(text, SCOPE);
}

export function comparesWithBaseline({ names }: Condition): boolean {
  return OF_COMPARISON.some((name) => names.has(name));
}

/** What is unknown is not shown to hold. */
export function requiredHolds(condition: Condition, names: Parameters<Condition['judge']>[0]): boolean {
  const result = condition.judge(names);
  return result.ok && result.value === true;
}
