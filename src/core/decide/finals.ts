import { tQuantile } from '../stats/distributions.ts';
import { quantile } from '../stats/quantile.ts';
import { type Analysis, analyse, type Difference } from './analysis.ts';
import { type FinalStart, firstBlocks } from './blocks.ts';
import type { Looks } from './effort.ts';
import { type FrontPoint, frontOf } from './front.ts';
import { type JudgedLimit, judgeLimits } from './limits.ts';

export interface Finals {
  /** Baseline first where there is one; a removed finalist is not among them any more, the level stays. */
  readonly names: readonly string[];
  readonly has_baseline: boolean;
  /** Names of settings that may win as far as their limits allow: they keep every other condition and fail no requests. */
  readonly able: ReadonlySet<string>;
  /** How many limits there are, each with an excess in every start. */
  readonly limits?: number;
  /** Simplest first: of settings that cannot be told apart the first is named. */
  readonly simplest: readonly string[];
  readonly looks: Looks;
  /** The smallest gain worth a change, as a share: 0.02. */
  readonly min_gain: number;
}

/** A challenger against the baseline (without one: the best against the next), in logs. */
export interface Compared extends Difference {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  /** Starts of it that were taken out as slow. */
  readonly slow: number;
  /** Its starts that lie far below its others, those that were taken out among them. */
  readonly lagging: number;
}

export interface Look {
  readonly blocks: number;
  readonly analysis: Analysis;
  readonly compared: readonly Compared[];
  readonly limits: readonly JudgedLimit[];
  /** By two objectives; null: there is one, or a start does not have the second. */
  readonly front: readonly FrontPoint[] | null;
}

export type Verdict =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'winner';
      readonly best: Compared;
      readonly tied: readonly string[];
      /** The best less each other challenger that could win, by the name of that one. */
      readonly others: readonly Compared[];
      /** The baseline may not stay, so that the best of the others need not be faster. */
      readonly unopposed: boolean;
      readonly look: Look;
    }
  | {
      /**
       * `worse`: every challenger is shown worse, or may not win. `small`: no gain that is worth it. `unseen`: the looks
       * are used up. `none`: no finalist may win.
       */
      readonly kind: 'worse' | 'small' | 'unseen' | 'none';
      readonly look: Look;
    };

/** Give up early at this one-sided level: it can only lower the rate of false winners. */
const GIVE_UP = 0.2;
const TIE = 0.02;
/** So far below the median of its setting a start is called slow, whether or not it was taken out. */
const LAGGING = Math.log(0.9);

/** Looks at the finals as often as was planned and the starts allow; the first look that decides ends them. */
export function judgeFinals(finals: Finals, starts: readonly FinalStart[]): Verdict {
  const last = finals.looks.after.at(-1);
  for (const blocks of finals.looks.after) {
    const data = firstBlocks(finals.names, starts, blocks);
    if (data === null) return { kind: 'open' };
    const analysis = analyse(
      data.order,
      data.starts.map(({ value }) => value),
    );
    if (analysis === null) {
      if (blocks !== last) continue;
      throw new Error(`${blocks} blocks of ${finals.names.length} settings cannot be analysed`);
    }
    const excesses = data.starts.map(({ excesses }) => excesses ?? []);
    const isLast = blocks === last;
    const limits = judgeLimits(finals.names, finals.limits ?? 0, { order: data.order, excesses }, isLast);
    const standing = standingOf(finals, limits);
    const field = isLast && standing.may.size > 0 ? standing.may : standing.could;
    const compared = compare(finals, field, analysis, data.order);
    const look = { blocks, analysis, compared, limits, front: frontAt(finals, data) };
    const verdict = judge(finals, standing, look, isLast);
    if (verdict.kind !== 'open') return verdict;
  }
  return { kind: 'open' };
}

function frontAt(
  { names, looks }: Finals,
  { order, starts }: { readonly order: readonly number[]; readonly starts: readonly FinalStart[] },
): readonly FrontPoint[] | null {
  const beside = starts.flatMap((start) => start.beside ?? []);
  if (beside.length < starts.length) return null;
  return frontOf(names, order, [starts.map(({ value }) => value), beside], looks.level);
}

/** `may`: wins if it is best. `could`: it may yet, when more starts have shown that it keeps its limits. */
interface Standing {
  readonly may: ReadonlySet<string>;
  readonly could: ReadonlySet<string>;
}

function standingOf({ able }: Finals, limits: readonly JudgedLimit[]): Standing {
  const without = (names: ReadonlySet<string>, out: (limit: JudgedLimit) => boolean) => {
    const gone = new Set(limits.filter(out).map(({ name }) => name));
    return new Set([...names].filter((name) => !gone.has(name)));
  };
  return {
    may: without(able, ({ state }) => state !== 'kept'),
    could: without(able, ({ state }) => state === 'broken' || state === 'unknown'),
  };
}

/** `field`: who is in question where there is no baseline to compare with. */
function compare(
  finals: Finals,
  field: ReadonlySet<string>,
  analysis: Analysis,
  order: readonly number[],
): readonly Compared[] {
  const numbers = finals.names.map((_, i) => i);
  const pair = (a: number, b: number): Compared => ({
    name: finals.names[a] ?? '',
    ...interval(finals, analysis.difference(a, b), analysis.degrees),
    slow: analysis.events.filter((e) => e.kind === 'start' && e.effect < 0 && order[e.at] === a).length,
    lagging: laggingOf(analysis.adjusted.filter((_, i) => order[i] === a)),
  });
  if (finals.has_baseline) return numbers.slice(1).map((i) => pair(i, 0));
  const ranked = [...numbers].sort((a, b) => analysis.difference(b, a).value);
  const isIn = (i: number) => field.has(finals.names[i] ?? '');
  const [best, next] = [...ranked.filter(isIn), ...ranked.filter((i) => !isIn(i))];
  return best === undefined || next === undefined ? [] : [pair(best, next)];
}

function interval({ looks }: Finals, { value, error }: Difference, degrees: number) {
  const half = tQuantile(1 - looks.level, degrees) * error;
  return { value, error, low: value - half, high: value + half };
}

function laggingOf(values: readonly number[]): number {
  const middle =
    quantile(
      [...values].sort((a, b) => a - b),
      0.5,
    ) ?? 0;
  return values.filter((value) => value - middle < LAGGING).length;
}

function judge(finals: Finals, standing: Standing, look: Look, isLast: boolean): Verdict {
  const { analysis, blocks } = look;
  const { may, could } = standing;
  if (could.size === 0) return { kind: 'none', look };
  const undecided: Verdict = isLast ? { kind: 'unseen', look } : { kind: 'open' };
  const [first = ''] = finals.names;
  if (!finals.has_baseline && (isLast ? may : could).size === 1 && look.compared.some((c) => may.has(c.name)))
    return winner(finals, look, { able: look.compared, rivals: [] }, true);
  if (finals.has_baseline && !could.has(first)) {
    const able = look.compared.filter(({ name }) => may.has(name));
    return able.length === 0 ? undecided : winner(finals, look, { able, rivals: able }, true);
  }
  const possible = look.compared.filter(({ name }) => could.has(name));
  const shown = possible.filter(
    ({ name, low, slow }) => may.has(name) && low > 0 && (slow === 0 || (slow === 1 && blocks - slow >= 3)),
  );
  const worth = Math.log1p(finals.min_gain);
  if (shown.length > 0) {
    const best = Math.max(...shown.map(({ value }) => value));
    // one that may be better still, and keep its limits, is waited for
    if (!isLast && possible.some(({ name, value }) => !may.has(name) && value > best))
      return { kind: 'open' };
    const named = winner(finals, look, { able: shown, rivals: possible }, false);
    return named.best.high < worth ? { kind: 'small', look } : named;
  }
  const ceiling = tQuantile(1 - GIVE_UP, analysis.degrees);
  if (possible.every(({ value, error }) => value + ceiling * error < worth)) {
    return { kind: possible.every(({ high }) => high < 0) ? 'worse' : 'small', look };
  }
  return undecided;
}

/** `able`: who may be named; `rivals`: whom the best is compared with besides. */
function winner(
  finals: Finals,
  look: Look,
  { able, rivals }: { readonly able: readonly Compared[]; readonly rivals: readonly Compared[] },
  unopposed: boolean,
): Extract<Verdict, { kind: 'winner' }> {
  const [first, ...rest] = [...able].sort((a, b) => b.value - a.value);
  if (first === undefined) throw new Error('nobody is no winner');
  const against = (one: Compared, other: Compared): Compared => {
    const [a, b] = [one, other].map(({ name }) => finals.names.indexOf(name));
    const { analysis } = look;
    return { ...other, ...interval(finals, analysis.difference(a ?? 0, b ?? 0), analysis.degrees) };
  };
  const equals = [first, ...rest.filter((other) => against(first, other).low <= 0)];
  const best = simplest(
    finals,
    equals.filter(({ value }) => first.value - value <= TIE),
  );
  const tied = equals.map(({ name }) => name).filter((name) => name !== best.name);
  const others = rivals.filter(({ name }) => name !== best.name).map((other) => against(best, other));
  return { kind: 'winner', best, tied, others, unopposed, look };
}

function simplest(finals: Finals, tied: readonly Compared[]): Compared {
  const [first] = [...tied].sort((a, b) => finals.simplest.indexOf(a.name) - finals.simplest.indexOf(b.name));
  if (first === undefined) throw new Error('nothing is tied with itself');
  return first;
}
