import type { Bytes } from '../units.ts';
import { bad, good, type Parsed, quoted } from './parsed.ts';

const UNITS: ReadonlyMap<string, number> = new Map([
  ['B', 1],
  ...['k', 'M', 'G', 'T'].map((prefix, at) => [`${prefix}B`, 1000 ** (at + 1)] as const),
  ...['K', 'M', 'G', 'T'].map((prefix, at) => [`${prefix}iB`, 1024 ** (at + 1)] as const),
]);

const SHAPE = /^(\d+(?:\.\d+)?) ?([A-Za-z]+)$/;
const REMEDY = 'write a number with its unit: 300MiB, 2GiB, 1GB';

/** An amount of memory: `300MiB` (powers of 1024) or `1GB` (powers of 1000). A bare number is refused, except 0. */
export function parseSize(value: unknown): Parsed<Bytes> {
  if (value === 0) return good(0);
  if (typeof value === 'number')
    return bad(`${value} has no unit`, `write ${value}MiB, ${value}GiB or ${value}B`);
  const match = typeof value === 'string' ? SHAPE.exec(value) : null;
  if (match === null) return bad(`${quoted(value)} is not an amount of memory`, REMEDY);
  const [, amount = '', unit = ''] = match;
  const size = UNITS.get(unit);
  if (size === undefined) return bad(`\`${unit}\` is not a unit of memory`, unitLike(unit));
  const bytes = Number(amount) * size;
  if (!Number.isSafeInteger(bytes)) return bad(`${quoted(value)} is not a whole number of bytes`, REMEDY);
  return good(bytes);
}

function unitLike(unit: string): string {
  const alike = [...UNITS.keys()].filter((known) =>
    known.toLowerCase().startsWith(unit.toLowerCase()[0] ?? ''),
  );
  return alike.length > 0 && alike.length < UNITS.size ? `write ${alike.join(' or ')}` : REMEDY;
}
