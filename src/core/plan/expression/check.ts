import { suggest } from '../../config/did-you-mean.ts';
import { evaluate } from './evaluate.ts';
import type { ExpressionError, LiteralKind, Node } from './syntax.ts';

/** `any`: differs from setting to setting, so it is checked when the value is known. */
export type Type = LiteralKind | 'any';

export type Scope = ReadonlyMap<string, Type>;

const WORDS: Readonly<Record<Type, string>> = {
  number: 'a number',
  duration: 'a length of time',
  size: 'an amount of memory',
  text: 'text',
  boolean: 'true or false',
  null: 'null',
  any: 'a value',
};

/**
 * Everything that is wrong with an expression whatever the values will be: unknown names, units that do not fit,
 * an expression that is no condition, a division that is always by zero.
 */
export function checkCondition(node: Node, scope: Scope): readonly ExpressionError[] {
  const errors: ExpressionError[] = [];
  const type = typeOf(node, scope, errors);
  if (errors.length === 0 && type !== 'boolean' && type !== 'any') {
    errors.push({
      column: 1,
      message: `this is ${WORDS[type]}, not a condition`,
      remedy: 'compare it: `a <= b`',
    });
  }
  return errors;
}

/** The names that an expression uses. */
export function namesIn(node: Node): ReadonlySet<string> {
  if (node.kind === 'name') return new Set([node.name]);
  if (node.kind === 'unary') return namesIn(node.operand);
  return node.kind === 'binary' ? new Set([...namesIn(node.left), ...namesIn(node.right)]) : new Set();
}

function typeOf(node: Node, scope: Scope, errors: ExpressionError[]): Type {
  switch (node.kind) {
    case 'literal':
      return node.type;
    case 'name': {
      const type = scope.get(node.name);
      if (type === undefined)
        errors.push({
          column: node.column,
          message: `\`${node.name}\` is not known here`,
          remedy: suggest(node.name, [...scope.keys()]),
        });
      return type ?? 'any';
    }
    case 'unary': {
      const operand = typeOf(node.operand, scope, errors);
      if (node.operator === 'not') return condition(node, operand, errors);
      return isNumeric(operand)
        ? operand
        : fail(node, errors, `${WORDS[operand]} has no negative`, 'only numbers are calculated with');
    }
    case 'binary':
      return binaryType(node, typeOf(node.left, scope, errors), typeOf(node.right, scope, errors), errors);
  }
}

type Binary = Extract<Node, { kind: 'binary' }>;

function binaryType(node: Binary, left: Type, right: Type, errors: ExpressionError[]): Type {
  switch (node.operator) {
    case 'and':
    case 'or':
      condition(node.left, left, errors);
      return condition(node.right, right, errors);
    case '==':
    case '!=':
      return comparable(left, right)
        ? 'boolean'
        : fail(node, errors, `${WORDS[left]} is never equal to ${WORDS[right]}`, unitHint(left, right));
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (left === 'null' || right === 'null')
        return fail(node, errors, 'null has no order', 'write `== null` or `!= null`');
      if (!isNumeric(left) || !isNumeric(right))
        return fail(
          node,
          errors,
          `${WORDS[isNumeric(left) ? right : left]} has no order`,
          'only numbers are ordered',
        );
      return comparable(left, right)
        ? 'boolean'
        : fail(node, errors, `${WORDS[left]} is compared with ${WORDS[right]}`, unitHint(left, right));
    default:
      return arithmeticType(node, left, right, errors);
  }
}

function arithmeticType(node: Binary, left: Type, right: Type, errors: ExpressionError[]): Type {
  if (!isNumeric(left) || !isNumeric(right)) {
    return fail(
      node,
      errors,
      `${WORDS[isNumeric(left) ? right : left]} cannot be calculated with`,
      'only numbers are calculated with',
    );
  }
  if (node.operator === '/' && isZero(node.right))
    return fail(node, errors, 'division by zero', 'divide by something that is not always zero');
  if (node.operator === '*') {
    if (left === 'number' || left === 'any') return left === 'any' || right === 'any' ? 'any' : right;
    return right === 'number' || right === 'any'
      ? left
      : fail(
          node,
          errors,
          `${WORDS[left]} times ${WORDS[right]} has no meaning`,
          'multiply by a plain number',
        );
  }
  if (left === 'any' || right === 'any') return 'any';
  if (node.operator === '/') {
    if (right === 'number') return left;
    return left === right
      ? 'number'
      : fail(node, errors, `${WORDS[left]} is divided by ${WORDS[right]}`, unitHint(left, right));
  }
  return left === right
    ? left
    : fail(node, errors, `${WORDS[left]} and ${WORDS[right]} do not add up`, unitHint(left, right));
}

function condition(node: Node, type: Type, errors: ExpressionError[]): Type {
  return ['boolean', 'any', 'null'].includes(type)
    ? 'boolean'
    : fail(node, errors, `${WORDS[type]} is not a condition`, 'compare it: `a <= b`');
}

function comparable(left: Type, right: Type): boolean {
  return left === right || [left, right].some((type) => type === 'any' || type === 'null');
}

function isNumeric(type: Type): boolean {
  return type === 'any' || type === 'number' || type === 'duration' || type === 'size';
}

function isZero(node: Node): boolean {
  const value = evaluate(node, {});
  return value.ok && value.value === 0;
}

function unitHint(left: Type, right: Type): string {
  const units: readonly Type[] = [left, right];
  if (units.includes('duration')) return 'write a length of time with its unit: 2s, 250ms';
  if (units.includes('size')) return 'write an amount of memory with its unit: 300MiB';
  return units.includes('text') ? 'text stands in quotes, numbers do not' : 'compare like with like';
}

function fail(node: Node, errors: ExpressionError[], message: string, remedy: string): Type {
  errors.push({ column: node.column, message, remedy });
  return 'any';
}
