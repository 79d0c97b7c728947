import { mixedBits } from '../../../core/small-hash.ts';

/** A number in [0, 1) that follows from a seed and a position, without a state. */
export function uniformAt(seed: number, position: number): number {
  return (mixedBits(seed ^ Math.imul(position + 1, 0x9e3779b1)) >>> 0) / 2 ** 32;
}
