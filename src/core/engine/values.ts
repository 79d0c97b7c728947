import type { ParameterValue } from './definition.ts';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** `text` as a number where the whole of it is one, else null. */
export function numeric(value: ParameterValue): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !NUMBER.test(value.trim())) return null;
  return Number(value);
}

/** Equal as numbers (`0.50` = `0.5`) where both are numbers, as truth values where both are, else as text. */
export function sameValue(a: ParameterValue, b: ParameterValue): boolean {
  if (a === null || b === null) return a === b;
  const [x, y] = [numeric(a), numeric(b)];
  if (x !== null && y !== null) return x === y;
  return String(a) === String(b);
}
