const SINGLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
  s: ' ',
};

const NUMBERED = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3}))/;

/**
 * The C escape that begins after a backslash at `at`. null: none (unknown, NUL, or out of range), in which case
 * systemd keeps backslash and character as they stand.
 */
export function readEscape(
  text: string,
  at: number,
): { readonly value: string; readonly length: number } | null {
  const single = SINGLE[text.charAt(at)];
  if (single !== undefined) return { value: single, length: 1 };
  const found = NUMBERED.exec(text.slice(at, at + 9));
  if (found === null) return null;
  const [whole, hex, short, long, octal] = found;
  const point =
    octal === undefined ? Number.parseInt(hex ?? short ?? long ?? '', 16) : Number.parseInt(octal, 8);
  const limit = hex !== undefined || octal !== undefined ? 0xff : 0x10ffff;
  return point === 0 || point > limit ? null : { value: String.fromCodePoint(point), length: whole.length };
}
