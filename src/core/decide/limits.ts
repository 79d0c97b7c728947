import { tQuantile } from '../stats/distributions.ts';
import { analyse } from './analysis.ts';

/**
 * `too_close`: more starts could show either. `unknown`: a start has no such number, so nothing is shown. A setting wins
 * only where every limit is `kept`.
 */
export type LimitState = 'kept' | 'broken' | 'too_close' | 'unknown';

/** What a number of a setting's starts says about its bound. */
export interface JudgedLimit {
  readonly name: string;
  /** Which of the limits, counted from 0. */
  readonly limit: number;
  readonly state: LimitState;
  /** Log of the number over its bound, turned so that above 0 breaks it, with one-sided bounds. null: unknown. */
  readonly excess: { readonly value: number; readonly low: number; readonly high: number } | null;
}

interface LimitStarts {
  /** By the number of its setting, in the order of time. */
  readonly order: readonly number[];
  /** Of each start, one for each limit. */
  readonly excesses: readonly (readonly (number | null)[])[];
}

/** One-sided: two looks or more share what one has. */
const LAST_LEVEL = 0.05;
const EARLIER_LEVEL = 0.025;

/**
 * Every setting against every limit. The unit is the start, as in the comparison: the requests of one start share what
 * makes it slow. The mean over the starts of a setting, with the deviation of all finalists together, as two or three
 * starts of one setting say too little about it. No start is left out as unlike the others: a slow one is the setting's.
 */
export function judgeLimits(
  names: readonly string[],
  limits: number,
  { order, excesses }: LimitStarts,
  isLast: boolean,
): readonly JudgedLimit[] {
  const level = isLast ? LAST_LEVEL : EARLIER_LEVEL;
  return Array.from({ length: limits }, (_, limit) => {
    const known = excesses.map((each) => each[limit] ?? null);
    // a start without the number stands for its setting only
    const blind = new Set(order.filter((_, i) => known[i] === null));
    const seen = order.flatMap((setting, i) => {
      const excess = known[i] ?? null;
      return excess === null || blind.has(setting) ? [] : [{ setting, excess }];
    });
    const settings = [...new Set(seen.map(({ setting }) => setting))];
    const places = seen.map(({ setting }) => settings.indexOf(setting));
    const values = seen.map(({ excess }) => excess);
    const analysis = seen.length === 0 ? null : analyse(places, values, 0);
    return names.map((name, setting): JudgedLimit => {
      const at = settings.indexOf(setting);
      if (at < 0) return { name, limit, state: 'unknown', excess: null };
      if (analysis === null) return { name, limit, state: 'too_close', excess: null };
      const { value, error } = analysis.level(at);
      const half = tQuantile(1 - level, analysis.degrees) * error;
      const [low, high] = [value - half, value + half];
      return {
        ...{ name, limit, excess: { value, low, high } },
        state: high <= 0 ? 'kept' : low > 0 ? 'broken' : 'too_close',
      };
    });
  }).flat();
}
