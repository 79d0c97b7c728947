import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** One start per setting, in the order of time. */
export interface Screened {
  readonly name: string;
  /** Natural log of the objective, turned so that more is better; null: the setting has no number. */
  readonly value: number | null;
  /** It fails a condition, or its requests: it is never a finalist. */
  readonly barred: boolean;
}

export interface Finalists {
  /** Baseline first, if there is one; then the challengers, best first. */
  readonly names: readonly string[];
  /** Log change of the objective per start that all starts together show. */
  readonly slope: number;
}

/** How far from the sweep's median a value may pull the line, and how far behind the best a second challenger may be. */
const CLIP = 0.06;
const NEAR = 0.05;
const CHALLENGERS = 2;
/** Of more settings than this the best few are measured once more: the best of many is often only the luckiest. */
const MANY = 12;
const AGAIN = 6;
const THROWN_AWAY = 20;

/** The baseline first, as it may be running already; every other setting once, in an order that the seed gives. */
export function screeningOrder(
  names: readonly string[],
  baseline: string | null,
  seed: number,
): readonly string[] {
  const others = names.filter((name) => name !== baseline);
  const random = xoroshiro128plus(seed);
  // neighbouring seeds begin alike
  for (let i = 0; i < THROWN_AWAY; i++) uniformInt(random, 0, 1);
  for (let i = others.length - 1; i > 0; i--) {
    const j = uniformInt(random, 0, i);
    const [a, b] = [others[i], others[j]];
    if (a === undefined || b === undefined) continue;
    others[i] = b;
    others[j] = a;
  }
  return baseline === null ? others : [baseline, ...others];
}

/** How many starts a second screening takes after the first one of so many settings. */
export function secondScreeningStarts(settings: number): number {
  return settings > MANY ? AGAIN : 0;
}

/** Who is measured once more, best first; nobody where there are few settings. Of the baseline nothing is asked. */
export function secondScreening(screened: readonly Screened[], baseline: string | null): readonly string[] {
  const { values } = rankedOf(screened, baseline);
  return values.slice(0, secondScreeningStarts(screened.length)).map(({ name }) => name);
}

/**
 * Who goes to the finals: the baseline, the best challenger, and the second if it is within 5 % of the best. Values are
 * first freed from a line through all starts: least squares, each value clipped to 6 % about the median, so that a few fast
 * or slow settings do not make a drift. `again`: the second screening of the best, in the order of time; each is then taken
 * at the mean of its two values. Only this choice uses the values of the screening; no test ever sees them.
 */
export function chooseFinalists(
  screened: readonly Screened[],
  baseline: string | null,
  again: readonly Screened[] = [],
): Finalists {
  const { values, slope } = rankedOf(screened, baseline);
  const ranked = again.length === 0 ? values : meanOfBoth(values, again, slope, screened.length);
  const best = ranked[0]?.value ?? 0;
  if (baseline === null) return { names: ranked.slice(0, CHALLENGERS + 1).map(({ name }) => name), slope };
  const near = ranked.slice(0, CHALLENGERS).filter(({ value }) => best - value <= NEAR);
  return { names: [baseline, ...near.map(({ name }) => name)], slope };
}

interface Valued {
  readonly name: string;
  readonly value: number;
}

/** Of the challengers that may win, best first, without the drift. */
function rankedOf(screened: readonly Screened[], baseline: string | null) {
  const slope = slopeOf(screened);
  const values = screened
    .flatMap(({ name, value, barred }, index): Valued[] =>
      barred || name === baseline || value === null ? [] : [{ name, value: value - slope * index }],
    )
    .sort((a, b) => b.value - a.value);
  return { values, slope };
}

/** One that was barred or without a number the second time is out. */
function meanOfBoth(
  first: readonly Valued[],
  again: readonly Screened[],
  slope: number,
  before: number,
): readonly Valued[] {
  return again
    .flatMap(({ name, value, barred }, index): Valued[] => {
      const earlier = first.find((one) => one.name === name);
      if (earlier === undefined || value === null || barred) return [];
      return [{ name, value: (earlier.value + value - slope * (before + index)) / 2 }];
    })
    .sort((a, b) => b.value - a.value);
}

function slopeOf(screened: readonly Screened[]): number {
  const points = screened.flatMap(({ value }, index) => (value === null ? [] : [{ value, index }]));
  const sorted = points.map(({ value }) => value).sort((a, b) => a - b);
  const middle = ((sorted[(points.length - 1) >> 1] ?? 0) + (sorted[points.length >> 1] ?? 0)) / 2;
  const centre = points.reduce((sum, { index }) => sum + index, 0) / points.length;
  let [products, squares] = [0, 0];
  for (const { value, index } of points) {
    const clipped = Math.max(-CLIP, Math.min(CLIP, value - middle));
    products += clipped * (index - centre);
    squares += (index - centre) ** 2;
  }
  return squares === 0 ? 0 : products / squares;
}
