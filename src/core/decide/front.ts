import { tQuantile } from '../stats/distributions.ts';
import { type Analysis, analyse } from './analysis.ts';

/** A finalist by two objectives at once, each in logs against the first finalist and turned so that more is better. */
export interface FrontPoint {
  readonly name: string;
  readonly changes: readonly [Change, Change];
  /** Who is shown better in one and not shown worse in the other; null: nobody, so it is on the front. */
  readonly dominated_by: string | null;
}

interface Change {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The Pareto front of the finalists, each objective tested at half the level. A point is off the front only where it is
 * shown to be: two that cannot be told apart are both on it. null: too few starts to say anything.
 */
export function frontOf(
  names: readonly string[],
  order: readonly number[],
  values: readonly [readonly number[], readonly number[]],
  level: number,
): readonly FrontPoint[] | null {
  const [first, second] = [analyse(order, values[0]), analyse(order, values[1])];
  if (first === null || second === null) return null;
  const change = (analysis: Analysis, a: number, b: number): Change => {
    const { value, error } = analysis.difference(a, b);
    const half = tQuantile(1 - level / 2, analysis.degrees) * error;
    return { value, low: value - half, high: value + half };
  };
  const both = (a: number, b: number) => [change(first, a, b), change(second, a, b)] as const;
  const dominates = (a: number, b: number) => {
    const changes = both(a, b);
    return changes.some(({ low }) => low > 0) && changes.every(({ high }) => high >= 0);
  };
  return names.map((name, setting) => {
    const above = names.findIndex((_, other) => other !== setting && dominates(other, setting));
    return { name, changes: both(setting, 0), dominated_by: names[above] ?? null };
  });
}
