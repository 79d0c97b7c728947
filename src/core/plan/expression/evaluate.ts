import type { BinaryOperator, ExpressionError, Node, Value } from './syntax.ts';

export type EvaluationErrorName = 'division-by-zero' | 'type-mismatch' | 'not-finite' | 'unknown-name';

export type Evaluated =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly name: EvaluationErrorName; readonly error: ExpressionError };

export type Names = Readonly<Record<string, Value>>;

/**
 * The value of an expression. null means absent or unknown and spreads: arithmetic and ordering with null give null,
 * `and`, `or`, `not` follow three-valued logic (`false and null` is false, `true and null` is null), and only `==` and
 * `!=` say whether something is null. The caller decides what null as a whole means: a constraint does not apply and
 * is kept; a condition on a measurement is not shown to hold and is not kept.
 *
 * Values of different types are never equal; `and` and `or` do not look at their right side where the left decides.
 */
export function evaluate(node: Node, names: Names): Evaluated {
  try {
    return { ok: true, value: valueOf(node, names) };
  } catch (error) {
    if (error instanceof EvaluationProblem) return { ok: false, name: error.reason, error: error.error };
    throw error;
  }
}

class EvaluationProblem extends Error {
  readonly reason: EvaluationErrorName;
  readonly error: ExpressionError;

  constructor(reason: EvaluationErrorName, node: Node, message: string, remedy: string) {
    super(message);
    this.reason = reason;
    this.error = { column: node.column, message, remedy };
  }
}

function valueOf(node: Node, names: Names): Value {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'name':
      if (!Object.hasOwn(names, node.name))
        throw new EvaluationProblem(
          'unknown-name',
          node,
          `\`${node.name}\` is not known`,
          'name a known value',
        );
      return names[node.name] ?? null;
    case 'unary': {
      const value = valueOf(node.operand, names);
      if (value === null) return null;
      return node.operator === 'not' ? !truth(node, value) : -numberIn(node, value);
    }
    case 'binary':
      return node.operator === 'and' || node.operator === 'or'
        ? logical(node, node.operator, names)
        : compared(node, names);
  }
}

type Binary = Extract<Node, { kind: 'binary' }>;

function logical(node: Binary, operator: 'and' | 'or', names: Names): Value {
  const deciding = operator === 'or';
  const left = valueOf(node.left, names);
  if (left !== null && truth(node, left) === deciding) return deciding;
  const right = valueOf(node.right, names);
  if (right !== null && truth(node, right) === deciding) return deciding;
  return left === null || right === null ? null : !deciding;
}

function compared(node: Binary, names: Names): Value {
  const left = valueOf(node.left, names);
  const right = valueOf(node.right, names);
  if (node.operator === '==') return left === right;
  if (node.operator === '!=') return left !== right;
  if (left === null || right === null) return null;
  const [a, b] = [numberIn(node, left), numberIn(node, right)];
  if (node.operator === '/' && b === 0) {
    throw new EvaluationProblem(
      'division-by-zero',
      node,
      'division by zero',
      'rule zero out first: `x == 0 or y / x > 2`',
    );
  }
  const result = ordered(node.operator, a, b) ?? arithmetic(node.operator, a, b);
  if (typeof result === 'number' && !Number.isFinite(result)) {
    throw new EvaluationProblem(
      'not-finite',
      node,
      'the result is too large for a number',
      'use smaller numbers',
    );
  }
  return result;
}

function ordered(operator: BinaryOperator, a: number, b: number): boolean | null {
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  if (operator === '>') return a > b;
  return operator === '>=' ? a >= b : null;
}

function arithmetic(operator: BinaryOperator, a: number, b: number): number {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  return operator === '*' ? a * b : a / b;
}

function truth(node: Node, value: Value): boolean {
  if (typeof value === 'boolean') return value;
  throw new EvaluationProblem(
    'type-mismatch',
    node,
    `${JSON.stringify(value)} is neither true nor false`,
    'compare it with something',
  );
}

function numberIn(node: Node, value: Value): number {
  if (typeof value === 'number') return value;
  throw new EvaluationProblem(
    'type-mismatch',
    node,
    `${JSON.stringify(value)} is no number`,
    'only numbers are ordered and calculated with',
  );
}
