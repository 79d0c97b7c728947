import { type BinaryOperator, type ExpressionError, type Node, SyntaxProblem } from './syntax.ts';
import { type Token, tokenize } from './tokens.ts';

export const MAX_LENGTH = 4096;
export const MAX_DEPTH = 64;

/** How strongly an operator binds its operands. `not` stands between `and` and the comparisons, `-x` above `*`. */
const STRENGTH: Readonly<Record<BinaryOperator, number>> = {
  or: 1,
  and: 2,
  '==': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
};
const NOT = 3;
const COMPARISON = 4;
const MINUS = 7;

export type ParseResult =
  | { readonly ok: true; readonly node: Node }
  | { readonly ok: false; readonly error: ExpressionError };

/** Parses one expression (Pratt: operator precedence by binding strength). At most 4096 characters, 64 levels deep. */
export function parseExpression(text: string): ParseResult {
  if (text.length > MAX_LENGTH) {
    return {
      ok: false,
      error: {
        column: 1,
        message: `longer than ${MAX_LENGTH} characters`,
        remedy: 'split it into several conditions',
      },
    };
  }
  try {
    return { ok: true, node: new Parser(tokenize(text)).whole() };
  } catch (error) {
    if (error instanceof SyntaxProblem) return { ok: false, error: error.error };
    throw error;
  }
}

class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;
  private depth = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  whole(): Node {
    const node = this.expression(0);
    const rest = this.peek();
    if (rest.kind !== 'end')
      throw new SyntaxProblem(
        rest.column,
        `\`${rest.text}\` does not continue the expression`,
        'join conditions by `and` or `or`',
      );
    return node;
  }

  private expression(minimum: number): Node {
    if (++this.depth > MAX_DEPTH)
      throw new SyntaxProblem(
        this.peek().column,
        `nested deeper than ${MAX_DEPTH} levels`,
        'split it into several conditions',
      );
    let left = this.operand();
    for (
      let operator = binary(this.peek());
      operator !== null && STRENGTH[operator] >= minimum;
      operator = binary(this.peek())
    ) {
      const { column } = this.take();
      const strength = STRENGTH[operator];
      const right = this.expression(strength + 1);
      left = { kind: 'binary', operator, left, right, column };
      const next = binary(this.peek());
      if (strength === COMPARISON && next !== null && STRENGTH[next] === COMPARISON) {
        throw new SyntaxProblem(this.peek().column, 'comparisons do not chain', 'write `a < b and b < c`');
      }
    }
    this.depth -= 1;
    return left;
  }

  private operand(): Node {
    const token = this.take();
    const { column } = token;
    if (token.kind === 'literal') return { kind: 'literal', type: token.type, value: token.value, column };
    if (token.kind === 'name') return { kind: 'name', name: token.text, column };
    if (token.text === '(') return this.group();
    if (token.text === 'not')
      return { kind: 'unary', operator: 'not', operand: this.expression(NOT), column };
    if (token.text === '-') return { kind: 'unary', operator: '-', operand: this.expression(MINUS), column };
    const what = token.kind === 'end' ? 'the expression ends' : `\`${token.text}\` stands`;
    throw new SyntaxProblem(
      column,
      `${what} where a value is wanted`,
      'a name, a number, text in quotes or parentheses',
    );
  }

  private group(): Node {
    const inner = this.expression(0);
    const closing = this.take();
    if (closing.text !== ')')
      throw new SyntaxProblem(closing.column, 'a parenthesis is not closed', 'add `)`');
    return inner;
  }

  private peek(): Token {
    return this.tokens[this.at] ?? { kind: 'end', text: '', column: 1 };
  }

  private take(): Token {
    const token = this.peek();
    this.at += 1;
    return token;
  }
}

function binary(token: Token): BinaryOperator | null {
  return token.kind === 'operator' && Object.hasOwn(STRENGTH, token.text)
    ? (token.text as BinaryOperator)
    : null;
}
