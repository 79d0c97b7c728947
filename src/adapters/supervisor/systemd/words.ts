const ESCAPED: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  s: ' ',
};
/** No others: a no-break space belongs to its word. */
const SPACE = /[ \t\n\r]/;

/**
 * The words of a value in a unit file (systemd.syntax(7), QUOTING): quotes of both kinds may begin and end within a
 * word, C escapes count everywhere; `plain`, as in the value of a variable: a backslash only takes the next character
 * as it is. null: a quote is not closed, or an escape is none.
 */
export function wordsOf(text: string, escapes: 'of C' | 'plain' = 'of C'): readonly string[] | null {
  const words: string[] = [];
  let word: number[] | null = null;
  let quote: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') {
      const escape = escapes === 'plain' ? characterAt(text, at + 1) : escapeAt(text, at + 1);
      if (escape === null) return null;
      word ??= [];
      word.push(...escape.bytes);
      at += escape.length;
    } else if (quote !== null) {
      if (character === quote) quote = null;
      else if (word !== null) pushCharacter(word, text, at);
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= [];
    } else if (SPACE.test(character)) {
      if (word !== null) words.push(textOf(word));
      word = null;
    } else {
      word ??= [];
      pushCharacter(word, text, at);
    }
  }
  if (quote !== null) return null;
  if (word !== null) words.push(textOf(word));
  return words;
}

interface Escape {
  readonly bytes: readonly number[];
  /** Of what follows the backslash. */
  readonly length: number;
}

function characterAt(text: string, at: number): Escape | null {
  return at < text.length ? { bytes: bytesOf(text, at), length: 1 } : null;
}

function escapeAt(text: string, at: number): Escape | null {
  const numbers: readonly [RegExp, number][] = [
    [/^x([0-9a-fA-F]{2})/, 16],
    [/^([0-3][0-7]{2})/, 8],
  ];
  const rest = text.slice(at, at + 9);
  for (const [form, base] of numbers) {
    const found = form.exec(rest);
    if (found?.[1] !== undefined)
      return { bytes: [Number.parseInt(found[1], base)], length: found[0].length };
  }
  const point = /^(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/.exec(rest);
  const code = Number.parseInt(point?.[1] ?? point?.[2] ?? '', 16);
  if (point !== null && code <= 0x10ffff)
    return { bytes: [...Buffer.from(String.fromCodePoint(code))], length: point[0].length };
  const [letter = ''] = rest;
  const plain = ESCAPED[letter] ?? (letter === '\\' || letter === '"' || letter === "'" ? letter : undefined);
  return plain === undefined ? null : { bytes: [...Buffer.from(plain)], length: 1 };
}

/** Nearly all are ASCII, and they are many. */
function pushCharacter(word: number[], text: string, at: number): void {
  const code = text.charCodeAt(at);
  if (code < 0x80) word.push(code);
  else word.push(...bytesOf(text, at));
}

/** A pair of surrogates is one character; its second half adds nothing. */
function bytesOf(text: string, at: number): readonly number[] {
  const code = text.charCodeAt(at);
  if (code >= 0xdc00 && code <= 0xdfff) return [];
  return [...Buffer.from(String.fromCodePoint(text.codePointAt(at) ?? 0))];
}

function textOf(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('utf8');
}
