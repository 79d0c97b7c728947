import { BETTER, type Outcome, type Scenario, simulateSweep } from './sweep.ts';

/** Many sweeps of one scenario; rates from 0 to 1. */
export interface Cell {
  readonly between_pct: number;
  readonly noise: string;
  readonly effect_pct: number;
  readonly sweeps: number;
  readonly false_winner_rate: number;
  /** The better setting was named; null: there is none. */
  readonly power: number | null;
  /** `not enough data` among the sweeps without a winner. */
  readonly not_enough_rate: number;
  readonly mean_starts: number;
  /** Over all sweeps that reached a look: the interval of the named or of the best challenger held its true value. */
  readonly coverage: number | null;
  readonly argmax: number;
  readonly argmax_tie: number;
  readonly repeats: number;
}

/** `seed` is the cell's own: sweeps of one cell count upwards from it. */
export function cellOf(scenario: Scenario, sweeps: number, seed: number): Cell {
  const counts = { wrong: 0, right: 0, short: 0, starts: 0, covered: 0, looked: 0 };
  const peers = { argmax: 0, argmax_tie: 0, repeats: 0 };
  const isWrong = (name: string | null) => name !== null && (scenario.effect === 0 || name !== BETTER);
  for (let i = 0; i < sweeps; i++) {
    const outcome = simulateSweep(scenario, seed + i);
    counts.starts += outcome.starts;
    const named = outcome.verdict?.kind === 'winner' ? outcome.verdict.best.name : null;
    if (isWrong(named)) counts.wrong++;
    else if (named !== null) counts.right++;
    if (outcome.verdict?.kind === 'unseen') counts.short++;
    const covered = isCovered(outcome, scenario.effect);
    if (covered !== null) counts.looked++;
    if (covered === true) counts.covered++;
    for (const key of ['argmax', 'argmax_tie', 'repeats'] as const) if (isWrong(outcome[key])) peers[key]++;
  }
  const { between, drift, heavy } = scenario.noise;
  return {
    between_pct: 100 * between,
    noise: `${drift}${heavy ? ' and heavy tails' : ''}`,
    effect_pct: 100 * scenario.effect,
    sweeps,
    false_winner_rate: counts.wrong / sweeps,
    power: scenario.effect === 0 ? null : counts.right / sweeps,
    not_enough_rate: counts.short / sweeps,
    mean_starts: counts.starts / sweeps,
    coverage: counts.looked === 0 ? null : counts.covered / counts.looked,
    argmax: peers.argmax / sweeps,
    argmax_tie: peers.argmax_tie / sweeps,
    repeats: peers.repeats / sweeps,
  };
}

function isCovered({ verdict }: Outcome, effect: number): boolean | null {
  if (verdict === null) return null;
  const best =
    verdict.kind === 'winner'
      ? verdict.best
      : [...verdict.look.compared].sort((a, b) => b.value - a.value)[0];
  if (best === undefined) return null;
  const truth = best.name === BETTER ? Math.log1p(effect) : 0;
  return best.low <= truth && truth <= best.high;
}
