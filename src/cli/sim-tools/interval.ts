import { HOUR, MINUTE, type Milliseconds, SECOND } from '../../core/units.ts';

const UNITS: Readonly<Record<string, Milliseconds>> = {
  '': SECOND,
  s: SECOND,
  m: MINUTE,
  h: HOUR,
  d: 24 * HOUR,
};

/** A length of time as sleep(1) and timeout(1) take it: `1.5`, `10s`, `2m`, `infinity`. null: it is none. */
export function intervalMs(text: string): Milliseconds | null {
  if (/^inf(inity)?$/i.test(text)) return Number.POSITIVE_INFINITY;
  const [, number, unit = ''] = /^(\d+\.?\d*|\.\d+)([smhd]?)$/.exec(text) ?? [];
  return number === undefined ? null : Number(number) * (UNITS[unit] ?? SECOND);
}
