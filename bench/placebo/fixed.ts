import { analyse } from '../../src/core/decide/analysis.ts';
import { blockOrder } from '../../src/core/decide/blocks.ts';
import { tQuantile } from '../../src/core/stats/distributions.ts';
import { mean } from '../../src/core/stats/quantile.ts';
import { type Noise, seeded, startsOf } from './noise.ts';

/** One planned look after a number of blocks that was fixed beforehand: two challengers against a baseline. */
export interface FixedCell {
  readonly blocks: number;
  readonly noise: string;
  /** The interval of 95 % of a challenger held its true value. */
  readonly coverage: number;
}

const NAMES = ['s0', 's1', 's2'];
/** Log gains over the baseline. */
const TRUTH = [0, 0, Math.log1p(0.05)];
const LEVEL = 0.025;

export function fixedCell(noise: Noise, blocks: number, sweeps: number, seed: number): FixedCell {
  const order = Array.from({ length: blocks }, (_, b) => blockOrder(NAMES, b + 1))
    .flat()
    .map((name) => NAMES.indexOf(name));
  let covered = 0;
  for (let i = 0; i < sweeps; i++) {
    const start = startsOf(noise, order.length, seeded(seed + i));
    const analysis = analyse(
      order,
      order.map((setting, at) => mean(start(TRUTH[setting] ?? 0, at)) ?? 0),
    );
    if (analysis === null) throw new Error(`${blocks} blocks can be analysed`);
    for (const challenger of [1, 2]) {
      const { value, error } = analysis.difference(challenger, 0);
      const half = tQuantile(1 - LEVEL, analysis.degrees) * error;
      if (Math.abs(value - (TRUTH[challenger] ?? 0)) <= half) covered++;
    }
  }
  const { drift, heavy } = noise;
  return { blocks, noise: `${drift}${heavy ? ' and heavy tails' : ''}`, coverage: covered / (2 * sweeps) };
}
