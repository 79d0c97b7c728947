const FACTORS: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  g: 1e9,
  t: 1e12,
  K: 2 ** 10,
  M: 2 ** 20,
  G: 2 ** 30,
  T: 2 ** 40,
};

/**
 * A number as the engine reads it (utils/argparse_utils.py of 0.32.0): `8k` is 8000, `8K` is 8192, and `2.5k` is 2500
 * while `2.5K` is refused. null: no such number.
 */
export function sizeOf(text: string): number | null {
  const [, digits = '', suffix = ''] = /^\s*([+-]?\d+(?:\.\d+)?)([kKmMgGtT]?)\s*$/.exec(text) ?? [];
  if (digits === '') return null;
  if (suffix === '') return digits.includes('.') ? null : Number(digits);
  if (digits.includes('.') && suffix === suffix.toUpperCase()) return null;
  return Math.trunc(Number(digits) * (FACTORS[suffix] ?? 1));
}
