import type { ParameterValue } from '../engine/definition.ts';
import type { Piece } from './pieces.ts';
import type { Slot } from './slot.ts';
import type { Target } from './targets.ts';
import { means, printed, valueOfText } from './values.ts';

export interface FlagSlotInput {
  readonly number: number;
  readonly target: Extract<Target, { kind: 'flag' }>;
  readonly piece: { readonly number: number; readonly piece: Piece; readonly is_off: boolean } | null;
  /** Values of this target in the configuration. */
  readonly known: readonly ParameterValue[];
}

/** A plain flag: replaced where the base command has it (in its spelling and form), else appended as `--flag value`. */
export function flagSlot({ number, target, piece, known }: FlagSlotInput): Slot {
  const base = piece?.piece.words ?? [];
  const cache = new Map<ParameterValue, readonly string[]>();
  return {
    piece: piece?.number ?? null,
    base,
    words(assigned) {
      const value = assigned[number];
      if (value === undefined) return base;
      const words = cache.get(value) ?? wordsOf(target, piece, value);
      cache.set(value, words);
      return words;
    },
    baseValue: () => baseValue(target, piece, known),
  };
}

function wordsOf(
  target: FlagSlotInput['target'],
  place: FlagSlotInput['piece'],
  value: ParameterValue,
): readonly string[] {
  if (value === null) return [];
  if (value === false) return target.off === null ? [] : [target.off];
  const found = place === null || place.is_off ? null : place.piece;
  const flag = found?.flag ?? target.flag;
  if (value === true) return [flag];
  // `0.50` stays `0.50` where 0.5 is asked: the same setting has the same command.
  if (found !== null && found.value !== null && means(found.value, value)) return found.words;
  return found?.joined === true ? [`${flag}=${printed(value)}`] : [flag, printed(value)];
}

function baseValue(
  { off }: FlagSlotInput['target'],
  place: FlagSlotInput['piece'],
  known: readonly ParameterValue[],
): ParameterValue {
  if (place === null) return off === null && known.includes(false) && !known.includes(null) ? false : null;
  if (place.is_off) return false;
  return place.piece.value === null ? true : valueOfText(place.piece.value, known);
}
