import { HOUR, MINUTE, type Milliseconds, SECOND } from '../units.ts';
import { bad, good, type Parsed, quoted } from './parsed.ts';

/** Longest unit first: parts of one duration stand in this order. */
const UNITS = [
  ['d', 24 * HOUR],
  ['h', HOUR],
  ['m', MINUTE],
  ['s', SECOND],
  ['ms', 1],
] as const;

/** `10m`, `1.5s`, `1h30m`: one part that may have a fraction, or several whole ones. Also the schema's pattern. */
export const DURATION_PATTERN =
  '^(?=.)(?:\\d+(?:\\.\\d+)?(?:ms|[dhms])|(?:\\d+d)?(?:\\d+h)?(?:\\d+m)?(?:\\d+s)?(?:\\d+ms)?)$';

const WHOLE = new RegExp(DURATION_PATTERN);
const PART = /(\d+(?:\.\d+)?)(ms|[dhms])/g;
const REMEDY = 'write a number with its unit: 250ms, 120s, 10m, 12h, 1h30m';

/** A length of time. A number without a unit is refused, except 0. */
export function parseDuration(value: unknown): Parsed<Milliseconds> {
  if (value === 0) return good(0);
  if (typeof value === 'number') return bad(`${value} has no unit`, suggestion(value));
  if (typeof value !== 'string' || value === '' || !WHOLE.test(value))
    return bad(`${quoted(value)} is not a length of time`, REMEDY);
  let total = 0;
  for (const [, amount, unit] of value.matchAll(PART)) total += Number(amount) * factor(unit);
  if (!Number.isSafeInteger(Math.round(total))) return bad(`${quoted(value)} is too long`, REMEDY);
  // 0.1s is no whole number of binary milliseconds, and still one of decimal ones.
  if (Math.abs(total - Math.round(total)) > 1e-6)
    return bad(`${quoted(value)} is not a whole number of milliseconds`, REMEDY);
  return good(Math.round(total));
}

/** `90m` as `1h30m`: the shortest text that `parseDuration` reads as the same. */
export function formatDuration(ms: Milliseconds): string {
  let left = Math.round(ms);
  let text = '';
  for (const [unit, size] of UNITS) {
    const amount = Math.floor(left / size);
    if (amount > 0) text += `${amount}${unit}`;
    left -= amount * size;
  }
  return text === '' ? '0s' : text;
}

function factor(unit: string | undefined): number {
  return UNITS.find(([name]) => name === unit)?.[1] ?? Number.NaN;
}

function suggestion(value: number): string {
  return Number.isFinite(value) && value > 0 ? `write ${value}s, ${value}m or ${value}h` : REMEDY;
}
