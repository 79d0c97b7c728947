import type { Milliseconds } from '../../../core/units.ts';

const MS: Readonly<Record<string, number>> = {
  us: 1e-3,
  ms: 1,
  s: 1000,
  sec: 1000,
  second: 1000,
  seconds: 1000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  minutes: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  days: 86_400_000,
  w: 604_800_000,
  week: 604_800_000,
  weeks: 604_800_000,
};

/** systemd.time(7): a sum of numbers with units, seconds where there is none, or `infinity`. null: not a time. */
export function parseTimeSpan(text: string): Milliseconds | null {
  if (text.trim() === 'infinity') return Number.POSITIVE_INFINITY;
  if (!/^\s*(?:[0-9]+(?:\.[0-9]+)?\s*[a-z]*\s*)+$/.test(text)) return null;
  let sum = 0;
  for (const [, number = '', unit = ''] of text.matchAll(/([0-9]+(?:\.[0-9]+)?)\s*([a-z]*)/g)) {
    const factor = MS[unit === '' ? 's' : unit];
    if (factor === undefined) return null;
    sum += Number(number) * factor;
  }
  return sum;
}

const SHOWN = [
  ['y', 31_557_600_000_000],
  ['month', 2_629_800_000_000],
  ['w', 604_800_000_000],
  ['d', 86_400_000_000],
  ['h', 3_600_000_000],
  ['min', 60_000_000],
  ['s', 1_000_000],
  ['ms', 1000],
  ['us', 1],
] as const;

const MINUTE_US = 60_000_000;

/**
 * As systemctl prints a length of time (format_timespan of systemd): `1min 30s`, `500ms`, `1.500000s`, `infinity`.
 *
 * @param accuracy_us what is smaller is left out: 1 for properties, 1000 for `Duration:`.
 */
export function formatTimeSpan(span: Milliseconds, accuracy_us = 1): string {
  if (span === Number.POSITIVE_INFINITY) return 'infinity';
  let left = Math.round(span * 1000);
  if (left === 0) return '0';
  const parts: string[] = [];
  for (const [suffix, unit] of SHOWN) {
    if (left <= 0 || (left < accuracy_us && parts.length > 0)) break;
    if (left < unit) continue;
    const rest = left % unit;
    const whole = Math.floor(left / unit);
    const digits = Math.round(Math.log10(unit / accuracy_us));
    if (left < MINUTE_US && rest > 0 && digits > 0) {
      parts.push(`${whole}.${String(Math.floor(rest / accuracy_us)).padStart(digits, '0')}${suffix}`);
      break;
    }
    parts.push(`${whole}${suffix}`);
    left = rest;
  }
  return parts.join(' ');
}
