import type { ParameterValue } from './definition.ts';

/** Walks keys and indexes through parsed JSON of a foreign server; undefined where the way ends. */
export function dig(node: unknown, ...path: readonly (string | number)[]): unknown {
  let at = node;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, unknown>)[key];
  }
  return at;
}

export function scalarAt(
  node: unknown,
  ...path: readonly (string | number)[]
): Exclude<ParameterValue, null> | null {
  const value = dig(node, ...path);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

export function numberAt(node: unknown, ...path: readonly (string | number)[]): number | null {
  const value = dig(node, ...path);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
