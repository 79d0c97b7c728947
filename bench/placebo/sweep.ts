import { blockOrder, type FinalStart } from '../../src/core/decide/blocks.ts';
import { type Effort, looksOf } from '../../src/core/decide/effort.ts';
import { judgeFinals, type Verdict } from '../../src/core/decide/finals.ts';
import { chooseFinalists, screeningOrder } from '../../src/core/decide/screening.ts';
import { tQuantile } from '../../src/core/stats/distributions.ts';
import { mean } from '../../src/core/stats/quantile.ts';
import { type Noise, seeded, startsOf } from './noise.ts';

export interface Scenario {
  readonly noise: Noise;
  readonly settings: number;
  /** Of one setting over all the others, as a share; 0: a placebo. */
  readonly effect: number;
  readonly effort: Effort;
}

export interface Outcome {
  readonly verdict: Exclude<Verdict, { kind: 'open' }> | null;
  readonly starts: number;
  /** What others would have named from the same screening; null: the baseline. */
  readonly argmax: string | null;
  readonly argmax_tie: string | null;
  readonly repeats: string | null;
}

/** The setting that is truly better where there is an effect. It never is the baseline. */
export const BETTER = 's3';
const BASELINE = 's0';
const TIE = 0.02;

/** One sweep: the real order, choice of finalists and looks, over start values that are made up. */
export function simulateSweep({ noise, settings, effect, effort }: Scenario, seed: number): Outcome {
  const random = seeded(seed);
  const names = Array.from({ length: settings }, (_, i) => `s${i}`);
  const truth = (name: string) => (name === BETTER ? Math.log1p(effect) : 0);
  const start = startsOf(noise, settings + 12, random);
  const screened = screeningOrder(names, BASELINE, seed).map((name, index) => {
    const repeats = start(truth(name), index);
    return { name, repeats, value: mean(repeats) ?? 0, barred: false };
  });
  const finalists = chooseFinalists(screened, BASELINE).names;
  const looks = looksOf(effort, finalists.length - 1, settings);
  const others = peers(screened);
  if (looks === null) return { verdict: null, starts: settings, ...others };
  const finals = {
    names: finalists,
    has_baseline: true,
    able: new Set(finalists),
    simplest: names,
    looks,
    min_gain: 0.02,
  };
  const done: FinalStart[] = [];
  for (let block = 1; ; block++) {
    for (const name of blockOrder(finalists, block))
      done.push({ name, value: mean(start(truth(name), settings + done.length)) ?? 0 });
    if (!looks.after.includes(block)) continue;
    const verdict = judgeFinals(finals, done);
    if (verdict.kind !== 'open') return { verdict, starts: settings + done.length, ...others };
  }
}

/** What is done elsewhere with one start of each: the best, the best by more than 2 %, a t-test on its repeats. */
function peers(
  screened: readonly { name: string; value: number; repeats: readonly number[] }[],
): Pick<Outcome, 'argmax' | 'argmax_tie' | 'repeats'> {
  const [best] = [...screened].sort((a, b) => b.value - a.value);
  const baseline = screened.find(({ name }) => name === BASELINE);
  if (best === undefined || baseline === undefined || best === baseline)
    return { argmax: null, argmax_tie: null, repeats: null };
  const gain = best.value - baseline.value;
  const n = best.repeats.length;
  const squares = (of: { value: number; repeats: readonly number[] }) =>
    of.repeats.reduce((sum, x) => sum + (x - of.value) ** 2, 0);
  const error = Math.sqrt(((squares(best) + squares(baseline)) / (2 * n - 2)) * (2 / n));
  return {
    argmax: best.name,
    argmax_tie: gain > TIE ? best.name : null,
    repeats: gain > tQuantile(0.975, 2 * n - 2) * error ? best.name : null,
  };
}
