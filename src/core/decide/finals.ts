import { tQuantile } from '../stats/distributions.ts';
import { type Analysis, analyse, type Difference } from './analysis.ts';
import { type FinalStart, firstBlocks } from './blocks.ts';
import type { Looks } from './effort.ts';

export interface Finals {
  /** Baseline first where there is one; a removed finalist is not among them any more, the level stays. */
  readonly names: readonly string[];
  readonly has_baseline: boolean;
  /** Names of settings that may win: they keep every condition and fail no requests. */
  readonly able: ReadonlySet<string>;
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
}

export interface Look {
  readonly blocks: number;
  readonly analysis: Analysis;
  readonly compared: readonly Compared[];
}

export type Verdict =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'winner';
      readonly best: Compared;
      readonly tied: readonly string[];
      readonly look: Look;
    }
  | {
      /** `worse`: every challenger is shown worse. `small`: no gain that is worth it. `unseen`: the looks are used up. */
      readonly kind: 'worse' | 'small' | 'unseen';
      readonly look: Look;
    };

/** Give up early at this one-sided level: it can only lower the rate of false winners. */
const GIVE_UP = 0.2;
const TIE = 0.02;

/** Looks at the finals as often as was planned and the starts allow; the first look that decides ends them. */
export function judgeFinals(finals: Finals, starts: readonly FinalStart[]): Verdict {
  const last = finals.looks.after.at(-1);
  for (const blocks of finals.looks.after) {
    const data = firstBlocks(finals.names, starts, blocks);
    if (data === null) return { kind: 'open' };
    const analysis = analyse(data.order, data.values);
    if (analysis === null) {
      if (blocks !== last) continue;
      throw new Error(`${blocks} blocks of ${finals.names.length} settings cannot be analysed`);
    }
    const look = { blocks, analysis, compared: compare(finals, analysis, data.order) };
    const verdict = judge(finals, look, blocks === last);
    if (verdict.kind !== 'open') return verdict;
  }
  return { kind: 'open' };
}

function compare(finals: Finals, analysis: Analysis, order: readonly number[]): readonly Compared[] {
  const quantile = tQuantile(1 - finals.looks.level, analysis.degrees);
  const numbers = finals.names.map((_, i) => i);
  const slowOf = (setting: number) =>
    analysis.events.filter((e) => e.kind === 'start' && e.effect < 0 && order[e.at] === setting).length;
  const pair = (a: number, b: number): Compared => {
    const { value, error } = analysis.difference(a, b);
    const [low, high] = [value - quantile * error, value + quantile * error];
    return { name: finals.names[a] ?? '', value, error, low, high, slow: slowOf(a) };
  };
  if (finals.has_baseline) return numbers.slice(1).map((i) => pair(i, 0));
  const ranked = [...numbers].sort(
    (a, b) => analysis.difference(b, 0).value - analysis.difference(a, 0).value,
  );
  const [best, next] = ranked;
  return best === undefined || next === undefined ? [] : [pair(best, next)];
}

function judge(finals: Finals, look: Look, isLast: boolean): Verdict {
  const { analysis, blocks } = look;
  const able = look.compared.filter(({ name }) => finals.able.has(name));
  const shown = able
    .filter(({ low, slow }) => low > 0 && (slow === 0 || (slow === 1 && blocks - slow >= 3)))
    .sort((a, b) => b.value - a.value);
  const worth = Math.log1p(finals.min_gain);
  const first = shown[0];
  if (first !== undefined) {
    const tied = shown.filter((other) => other === first || cannotTell(finals, analysis, first, other));
    const best = simplest(
      finals,
      tied.filter(({ value }) => first.value - value <= TIE),
    );
    if (best.high < worth) return { kind: 'small', look };
    return { kind: 'winner', best, tied: tied.map(({ name }) => name).filter((n) => n !== best.name), look };
  }
  const ceiling = tQuantile(1 - GIVE_UP, analysis.degrees);
  if (able.every(({ value, error }) => value + ceiling * error < worth)) {
    return { kind: able.every(({ high }) => high < 0) ? 'worse' : 'small', look };
  }
  return isLast ? { kind: 'unseen', look } : { kind: 'open' };
}

function cannotTell(finals: Finals, analysis: Analysis, a: Compared, b: Compared): boolean {
  const { value, error } = analysis.difference(finals.names.indexOf(a.name), finals.names.indexOf(b.name));
  return value - tQuantile(1 - finals.looks.level, analysis.degrees) * error <= 0;
}

function simplest(finals: Finals, tied: readonly Compared[]): Compared {
  const [first] = [...tied].sort((a, b) => finals.simplest.indexOf(a.name) - finals.simplest.indexOf(b.name));
  if (first === undefined) throw new Error('nothing is tied with itself');
  return first;
}
