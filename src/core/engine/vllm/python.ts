/** A Python value as it prints itself. What is no plain value (an object) stays as its text. */
export type Python =
  | string
  | number
  | boolean
  | null
  | readonly Python[]
  | { readonly [key: string]: Python };

const OPEN: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** `{'a': 1, 'b': [True, None]}` and the like; `<Mode.NAME: 3>` is its name. */
export function pythonValue(text: string): Python {
  const trimmed = text.trim();
  if (trimmed === 'None') return null;
  if (trimmed === 'True' || trimmed === 'False') return trimmed === 'True';
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed)) return Number(trimmed);
  const first = trimmed[0] ?? '';
  if (first === "'" || first === '"') return unquoted(trimmed);
  if (first === '[' || first === '(') return pieces(trimmed.slice(1, -1)).map(pythonValue);
  if (first === '{')
    return Object.fromEntries(pieces(trimmed.slice(1, -1)).flatMap((piece) => pair(piece, ':')));
  const named = /^<\w+\.(\w+): /.exec(trimmed)?.[1];
  return named ?? trimmed;
}

/** `model='x', a=Config(b=1), c=2`: the arguments of a call as it prints itself. */
export function argumentsIn(text: string): Readonly<Record<string, Python>> {
  return Object.fromEntries(pieces(text).flatMap((piece) => pair(piece, '=')));
}

function pair(piece: string, between: ':' | '='): readonly (readonly [string, Python])[] {
  const at = splitAt(piece, between)[0] ?? -1;
  if (at < 0) return [];
  return [[String(pythonValue(piece.slice(0, at))), pythonValue(piece.slice(at + 1))]];
}

function pieces(text: string): readonly string[] {
  const ends = [...splitAt(text, ','), text.length];
  return ends
    .map((end, i) => text.slice(i === 0 ? 0 : (ends[i - 1] ?? 0) + 1, end))
    .filter((piece) => piece.trim() !== '');
}

/** Where the mark stands outside of strings and brackets. */
function splitAt(text: string, mark: string): readonly number[] {
  const places: number[] = [];
  const closing: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === "'" || letter === '"') at = endOfString(text, at);
    else if (letter === closing.at(-1)) closing.pop();
    else if (OPEN[letter] !== undefined) closing.push(OPEN[letter]);
    else if (letter === mark && closing.length === 0) places.push(at);
  }
  return places;
}

function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[begin]) return at;
  }
  return text.length;
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/g, (_all, letter: string) => ESCAPES[letter] ?? letter);
}
