import { parseDuration } from '../../config/duration.ts';
import { quoted } from '../../config/parsed.ts';
import { parseSize } from '../../config/size.ts';
import { type LiteralKind, SyntaxProblem, type Value, WORDS } from './syntax.ts';

export type Token =
  | {
      readonly kind: 'literal';
      readonly type: LiteralKind;
      readonly value: Value;
      readonly text: string;
      readonly column: number;
    }
  | { readonly kind: 'name' | 'operator' | 'end'; readonly text: string; readonly column: number };

const SPACE = /[ \t\r\n]+/y;
const NUMBER = /(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)([A-Za-z%][A-Za-z0-9.%]*)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const TEXT = /"([^"\\]*)"|'([^'\\]*)'/y;
const OPERATOR = /==|!=|<=|>=|[<>+\-*/()]/y;

/** What people write from habit, and the word of this language for it. */
const HABITS: Readonly<Record<string, string>> = { '=': '==', '&': 'and', '|': 'or', '!': 'not' };

/** Splits the text of an expression. Throws SyntaxProblem at what is none of this language. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  while (at < text.length) {
    const space = match(SPACE);
    if (space === null) tokens.push(next(text, at, match));
    at += space?.[0].length ?? tokens.at(-1)?.text.length ?? 1;
  }
  tokens.push({ kind: 'end', text: '', column: text.length + 1 });
  return tokens;
}

function next(text: string, at: number, match: (pattern: RegExp) => RegExpExecArray | null): Token {
  const column = at + 1;
  const number = match(NUMBER);
  if (number !== null) return literal(number, column);
  const name = match(NAME)?.[0];
  if (name !== undefined) return word(name, column);
  const string = match(TEXT);
  if (string !== null)
    return { kind: 'literal', type: 'text', value: string[1] ?? string[2] ?? '', text: string[0], column };
  const operator = match(OPERATOR)?.[0];
  if (operator !== undefined) return { kind: 'operator', text: operator, column };
  throw unexpected(String.fromCodePoint(text.codePointAt(at) ?? 0), column);
}

function word(text: string, column: number): Token {
  if (text === 'null') return { kind: 'literal', type: 'null', value: null, text, column };
  if (text === 'true' || text === 'false')
    return { kind: 'literal', type: 'boolean', value: text === 'true', text, column };
  return { kind: WORDS.has(text) ? 'operator' : 'name', text, column };
}

function literal([text, digits = '', unit = '']: RegExpExecArray, column: number): Token {
  const token = (type: LiteralKind, value: number): Token => ({ kind: 'literal', type, value, text, column });
  if (!Number.isFinite(Number(digits)))
    throw new SyntaxProblem(column, `${quoted(text)} is too large`, 'write a smaller number');
  if (unit === '') return token('number', Number(digits));
  if (unit === '%') return token('number', Number(digits) / 100);
  const duration = parseDuration(text);
  if (duration.ok) return token('duration', duration.value);
  const size = parseSize(text);
  if (size.ok) return token('size', size.value);
  throw new SyntaxProblem(
    column,
    `${quoted(text)} is no number with a unit`,
    'units: ms, s, m, h, d; B, kB, MB, GB, KiB, MiB, GiB; %',
  );
}

function unexpected(character: string, column: number): SyntaxProblem {
  const habit = HABITS[character];
  if (habit !== undefined)
    return new SyntaxProblem(column, `\`${character}\` is not an operator`, `write \`${habit}\``);
  const quote = character === '"' || character === "'";
  if (quote)
    return new SyntaxProblem(
      column,
      'text without its closing quote',
      'text stands in one pair of quotes, without backslashes',
    );
  const remedy =
    'names, numbers with units, text in quotes, null, true, false, and, or, not, comparison, + - * /, parentheses';
  return new SyntaxProblem(column, `\`${character}\` has no meaning here`, remedy);
}
