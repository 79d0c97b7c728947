import type { ParameterValue } from '../engine/definition.ts';
import { canonicalJson } from './measurement-key.ts';
import type { Piece } from './pieces.ts';
import type { Assigned, Slot } from './slot.ts';

type Json = Readonly<Record<string, unknown>>;

export interface JsonSlotInput {
  readonly flag: string;
  readonly piece: { readonly number: number; readonly piece: Piece } | null;
  /** The base command's object; empty where it does not have the flag. */
  readonly object: Json;
  /** Target number to the key that it sets. */
  readonly keys: ReadonlyMap<number, readonly string[]>;
}

/** A JSON-valued flag of which some keys are varied. Keys that nobody varies stay, in their order. */
export function jsonSlot({ flag, piece, object, keys }: JsonSlotInput): Slot {
  const base = piece?.piece.words ?? [];
  const unchanged = canonicalJson(object);
  const cache = new Map<string, readonly string[]>();

  function render(assigned: Assigned): readonly string[] {
    let changed = object;
    for (const [number, path] of keys) {
      const value = assigned[number];
      if (value !== undefined) changed = withKey(changed, path, value);
    }
    if (canonicalJson(changed) === unchanged) return base;
    const text = JSON.stringify(changed);
    const spelled = piece?.piece.flag ?? flag;
    return piece?.piece.joined === true ? [`${spelled}=${text}`] : [spelled, text];
  }

  return {
    piece: piece?.number ?? null,
    base,
    words(assigned) {
      const key = JSON.stringify(
        [...keys.keys()].map((number) => assigned[number] ?? [assigned[number] === null]),
      );
      const words = cache.get(key) ?? render(assigned);
      cache.set(key, words);
      return words;
    },
    baseValue: (target) => valueAt(object, keys.get(target) ?? []),
  };
}

/** The object of a JSON-valued flag, or why it cannot be varied. */
export function jsonObject(text: string | null): Json | string {
  if (text === null) return 'stands without a value';
  // A number with more digits than a double holds would come out as another one.
  const numbers = text.replace(/"(?:[^"\\]|\\[^])*"/g, '""').match(/\d[\d.]*/g) ?? [];
  if (numbers.some((digits) => digits.replace('.', '').replace(/^0+/, '').length > 15))
    return 'holds a number too long to be kept exactly';
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Json)
      : 'is no JSON object';
  } catch {
    return 'is no JSON';
  }
}

function withKey(object: Json, [key = '', ...rest]: readonly string[], value: ParameterValue): Json {
  if (rest.length > 0) {
    const inner = Object.hasOwn(object, key) ? object[key] : undefined;
    if (value === null && inner === undefined) return object;
    return { ...object, [key]: withKey(isObject(inner) ? inner : {}, rest, value) };
  }
  if (value !== null) return { ...object, [key]: value };
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function valueAt(object: Json, path: readonly string[]): ParameterValue {
  let node: unknown = object;
  for (const key of path) node = isObject(node) && Object.hasOwn(node, key) ? node[key] : null;
  return typeof node === 'object' && node !== null
    ? JSON.stringify(node)
    : ((node ?? null) as ParameterValue);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
