import { readEscape } from './escapes.ts';

export interface Word {
  readonly text: string;
  /** As written, with quotes and escapes: a lone `;` separates commands only where it was written bare. */
  readonly raw: string;
}

const SPACE = /[ \t\n\r]/;

/**
 * Splits a value into words by systemd's rules: single and double quotes may begin anywhere and vanish, C escapes work
 * in both and outside. null: a quote is not closed.
 *
 * With `relaxed` (values of variables in command lines) an open quote runs to the end, and a backslash only makes the
 * next character plain.
 */
export function splitWords(value: string, relaxed = false): readonly Word[] | null {
  const words: Word[] = [];
  let at = 0;
  while (at < value.length) {
    if (SPACE.test(value.charAt(at))) {
      at += 1;
      continue;
    }
    const begin = at;
    let text = '';
    let quote: string | null = null;
    while (at < value.length && (quote !== null || !SPACE.test(value.charAt(at)))) {
      const character = value.charAt(at);
      if (character === '\\') {
        const piece = escapeAt(value, at, relaxed);
        text += piece.value;
        at += piece.length;
        continue;
      }
      if (quote === null && (character === '"' || character === "'")) quote = character;
      else if (character === quote) quote = null;
      else text += character;
      at += 1;
    }
    if (quote !== null && !relaxed) return null;
    words.push({ text, raw: value.slice(begin, at) });
  }
  return words;
}

function escapeAt(
  value: string,
  at: number,
  relaxed: boolean,
): { readonly value: string; readonly length: number } {
  const next = value.charAt(at + 1);
  if (relaxed) return { value: next, length: 2 };
  const escape = readEscape(value, at + 1);
  return escape === null
    ? { value: `\\${next}`, length: 2 }
    : { value: escape.value, length: escape.length + 1 };
}
