/** The value of a JSON text; undefined: it is none (also where its nesting is too deep for the parser). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One own field or element of a foreign value; undefined: there is none. */
export function fieldOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string | number, unknown>)[key];
}
