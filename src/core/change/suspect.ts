import type { HoldPointRecord } from '../documents/sweep.ts';

/** Kind of the evidence by which a start that came through is suspect all the same. */
export const SUSPECT = 'suspect';

/** Why a start is suspect, by the evidence of its own hold points. */
export function suspicionsOf(points: readonly HoldPointRecord[]): readonly string[] {
  return points.flatMap(({ evidence }) =>
    evidence.filter(({ kind }) => kind === SUSPECT).map(({ text }) => text),
  );
}
