const SUFFIXES: Readonly<Record<string, number>> = {
  ...{ k: 1e3, M: 1e6, G: 1e9, T: 1e12 },
  ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 },
};

/**
 * A count of tokens as the engine reads it (utils/common.py of 0.5.23, `human_readable_int`): `8192`, `8k` = 8000,
 * `8Ki` = 8192; capitals count, and only decimal suffixes take a fraction. null: the engine refuses it.
 */
export function sizeOf(text: string): number | null {
  if (/^\s*[+-]?\d+\s*$/.test(text)) return Number(text);
  const [, number = '', suffix = ''] = /^\s*(\d+(?:\.\d+)?)(Ki|Mi|Gi|Ti|k|M|G|T)\s*$/.exec(text) ?? [];
  const factor = SUFFIXES[suffix];
  if (factor === undefined || (suffix.endsWith('i') && number.includes('.'))) return null;
  return Math.trunc(Number(number) * factor);
}
