import type { ParameterValue } from '../../engine/definition.ts';

/** Durations are milliseconds, sizes bytes, percentages fractions: values carry no unit, only their static kind does. */
export type Value = ParameterValue;

export type LiteralKind = 'number' | 'duration' | 'size' | 'text' | 'boolean' | 'null';

export type BinaryOperator = 'or' | 'and' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/';

/** `column` counts from 1 in the expression's text; of an operator it is the operator's own. */
export type Node =
  | { readonly kind: 'literal'; readonly type: LiteralKind; readonly value: Value; readonly column: number }
  | { readonly kind: 'name'; readonly name: string; readonly column: number }
  | {
      readonly kind: 'unary';
      readonly operator: 'not' | '-';
      readonly operand: Node;
      readonly column: number;
    }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Node;
      readonly right: Node;
      readonly column: number;
    };

export interface ExpressionError {
  readonly column: number;
  readonly message: string;
  readonly remedy: string;
}

/** Carries the first syntax error out of tokenizer and parser; never leaves this folder. */
export class SyntaxProblem extends Error {
  readonly error: ExpressionError;

  constructor(column: number, message: string, remedy: string) {
    super(message);
    this.error = { column, message, remedy };
  }
}

export const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'null', 'true', 'false']);
