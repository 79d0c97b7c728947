import type { ParameterValue } from '../definition.ts';
import { numeric } from '../values.ts';

/** A Python value as it is printed: `None`, `True`, `'text'`, `0.85`, `[1, 2]` (its items, joined by spaces). */
export function pythonValue(text: string): ParameterValue {
  if (text === 'None') return null;
  if (text === 'True' || text === 'False') return text === 'True';
  const quote = text[0];
  if ((quote === "'" || quote === '"') && text.endsWith(quote)) return text.slice(1, -1);
  if (text.startsWith('[') && text.endsWith(']'))
    return text
      .slice(1, -1)
      .split(',')
      .map((item) => String(pythonValue(item.trim())))
      .join(' ');
  return numeric(text) ?? text;
}

/** `a=1, b=None` behind the last full stop of a line, as far as it goes. Values hold no comma. */
export function pairsIn(text: string): Readonly<Record<string, ParameterValue>> {
  return Object.fromEntries(
    text.split(/[,.] /).flatMap((piece) => {
      const pair = /^(\w+)=(.*)$/.exec(piece);
      return pair === null ? [] : [[pair[1] ?? '', pythonValue(pair[2] ?? '')]];
    }),
  );
}
