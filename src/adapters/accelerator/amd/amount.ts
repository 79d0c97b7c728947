import { type Bytes, GiB, KiB, MiB } from '../../../core/units.ts';
import type { Cell } from '../cell.ts';
import { isEntry } from './json.ts';

/** `amd-smi` counts in powers of two, whatever it calls them. */
const UNITS: Readonly<Record<string, Bytes>> = { B: 1, KB: KiB, MB: MiB, GB: GiB };

/** `{"value": 4096, "unit": "MB"}`, a number, or `"N/A"`. A number without a unit counts in `bare`. */
export function amountIn(value: unknown, bare: Bytes): Cell {
  const [number, unit] = isEntry(value) ? [value['value'], value['unit']] : [value, undefined];
  const scale = unit === undefined ? bare : UNITS[String(unit).toUpperCase()];
  const amount = typeof number === 'string' && /^\d{1,18}$/.test(number) ? Number(number) : number;
  if (typeof amount !== 'number' || !(amount >= 0) || scale === undefined)
    return { unavailable: typeof number === 'string' ? number.slice(0, 80) : 'not told' };
  const bytes = amount * scale;
  return Number.isSafeInteger(bytes) ? bytes : { unavailable: `${amount} is too large` };
}
