import { type Compiled, compileCondition } from '../plan/expression/condition.ts';

/** `baseline` is the pass rate of the baseline. What is compared with it is null where there is none. */
const SCOPE = new Map(
  ['pass_rate', 'passed', 'problems', 'baseline', 'lost', 'gained'].map((name) => [name, 'number'] as const),
);

/** A condition on an evaluation, such as `pass_rate >= baseline - 0.05`, in the one expression language. */
export function compileRequire(text: string): Compiled {
  return compileCondition(text, SCOPE);
}
