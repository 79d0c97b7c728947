import { usage } from '../usage.ts';

export interface Bounds {
  readonly from: number;
  readonly to: number;
  /** `inf` is one of the values. */
  readonly infinite?: boolean;
}

/** A decimal number of an option, within bounds. Fault: `usage`. */
export function numberIn(option: string, text: string, { from, to, infinite = false }: Bounds): number {
  if (infinite && /^inf(inity)?$/i.test(text.trim())) return Number.POSITIVE_INFINITY;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= from && value <= to) return value;
  const range = `a number from ${from} to ${to}${infinite ? ', or inf' : ''}`;
  throw usage(`--${option}: \`${text}\` is not ${range}`, `write ${range}`);
}

/** Numbers with commas between them, each once. Fault: `usage`. */
export function numbersIn(option: string, text: string, bounds: Bounds): readonly number[] {
  const values = text.split(',').map((part) => numberIn(option, part, bounds));
  if (new Set(values).size === values.length && values.length <= 64) return values;
  throw usage(`--${option}: a value stands twice, or there are more than 64`, 'write each once: 1,4,16');
}

/** A whole number that the parser has read, within bounds. Fault: `usage`. */
export function wholeIn(option: string, value: number, { from, to }: Bounds): number {
  if (value >= from && value <= to) return value;
  throw usage(
    `--${option}: ${value} is not a whole number from ${from} to ${to}`,
    `write one from ${from} to ${to}`,
  );
}
