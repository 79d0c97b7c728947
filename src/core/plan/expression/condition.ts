import { checkCondition, namesIn, type Scope } from './check.ts';
import { type Evaluated, evaluate, type Names } from './evaluate.ts';
import { parseExpression } from './parse.ts';
import type { ExpressionError, Node } from './syntax.ts';

/** A condition that was parsed once and is judged for many sets of values. */
export interface Condition {
  readonly text: string;
  readonly names: ReadonlySet<string>;
  /** true, false, or null where it depends on something absent or unknown. */
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
  return errors.length > 0 ? { ok: false, errors } : { ok: true, condition: conditionOf(text, parsed.node) };
}

/** Parses a condition that was checked before, when it was not yet known which values there will be. */
export function parseCondition(text: string): Compiled {
  const parsed = parseExpression(text);
  return parsed.ok
    ? { ok: true, condition: conditionOf(text, parsed.node) }
    : { ok: false, errors: [parsed.error] };
}

function conditionOf(text: string, node: Node): Condition {
  return { text, names: namesIn(node), judge: (names) => truth(evaluate(node, names), node) };
}

function truth(result: Evaluated, { column }: Node): Evaluated {
  if (!result.ok || result.value === null || typeof result.value === 'boolean') return result;
  const message = `${JSON.stringify(result.value)} is neither true nor false`;
  return {
    ok: false,
    name: 'type-mismatch',
    error: { column, message, remedy: 'compare it with something' },
  };
}
