import { checkCondition, namesIn, type Scope } from './check.ts';
import { type Evaluated, evaluate, type Names } from './evaluate.ts';
import { parseExpression } from './parse.ts';
import type { ExpressionError } from './syntax.ts';

/** A condition that was parsed and checked once and is judged for many sets of values. */
export interface Condition {
  readonly text: string;
  readonly names: ReadonlySet<string>;
  judge(names: Names): Evaluated;
}

export type Compiled =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly errors: readonly ExpressionError[] };

/** Parses and checks a condition against the names that are known. Columns count from 1 in `text`. */
export function compileCondition(text: string, scope: Scope): Compiled {
  const parsed = parseExpression(text);
  if (!parsed.ok) return { ok: false, errors: [parsed.error] };
  const errors = checkCondition(parsed.node, scope);
  if (errors.length > 0) return { ok: false, errors };
  const { node } = parsed;
  return { ok: true, condition: { text, names: namesIn(node), judge: (names) => evaluate(node, names) } };
}
