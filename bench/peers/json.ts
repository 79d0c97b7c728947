import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type Json = Readonly<Record<string, unknown>>;

/** Python writes these, which are no JSON. */
const NO_JSON = /(?<=[:[,]\s*)(?:-?Infinity|NaN)(?=\s*[,\]}])/g;

/** The first file below a folder whose name fits; numbers that are none become null. Throws if there is none. */
export function jsonBelow(dir: string, name: RegExp): Json {
  const found = readdirSync(dir, { recursive: true, encoding: 'utf8' }).find((file) => name.test(file));
  if (found === undefined) throw new Error(`no file ${name} was written`);
  return JSON.parse(readFileSync(path.join(dir, found), 'utf8').replaceAll(NO_JSON, 'null')) as Json;
}

/** The value at a path of keys; undefined: something on the way is not there. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (inner as Json | null | undefined)?.[key], value);
}

/** null: not a number. */
export function numberAt(value: unknown, ...keys: readonly string[]): number | null {
  const found = at(value, ...keys);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

export function times(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}
