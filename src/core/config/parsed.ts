/** The result of reading one value of the file: the value, or what is wrong and what would be right. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string; readonly remedy: string };

export function good<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function bad(message: string, remedy: string): Parsed<never> {
  return { ok: false, message, remedy };
}

/** A value of the file as a message names it: at most 60 characters of its JSON. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return `\`${text.length > 60 ? `${text.slice(0, 57)}...` : text}\``;
}

/** `text`, `a list`, ...: what kind of thing stands in the file. */
export function kindOf(value: unknown): string {
  if (value === null) return 'nothing (null)';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  return (
    { string: 'text', number: 'a number', boolean: 'true or false' }[typeof value as string] ?? typeof value
  );
}
