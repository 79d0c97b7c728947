import type { Milliseconds } from '../../../core/units.ts';
import type { Random } from '../../machine.ts';

/** The parts of a load in order, and `serving`, which a fault may name too. */
export const PHASES = ['args', 'dist', 'weights', 'kv', 'graphs', 'draft', 'http', 'warmup'] as const;

export type PhaseName = (typeof PHASES)[number];

/** What the story's server takes from the start of the process to its ready line. */
export const USUAL_LOAD_S = 420;
const SPREAD = 0.05;

/** Least and most seconds of each part of a load of 420 s; what remains goes to the weights. */
const RANGES: Readonly<Record<Exclude<PhaseName, 'weights'>, readonly [number, number]>> = {
  args: [8, 13],
  dist: [8, 15],
  kv: [2.5, 3.5],
  graphs: [40, 90],
  draft: [14, 24],
  http: [1.5, 3],
  warmup: [5, 20],
};

/**
 * How long each part of a load takes: together `load_s` seconds give or take 5 %. Without a draft its part goes to the
 * weights, so that the whole stays the same.
 */
export function drawDurations(
  random: Random,
  load_s: number,
  with_draft: boolean,
): Readonly<Record<PhaseName, Milliseconds>> {
  const scale = (load_s / USUAL_LOAD_S) * 1000;
  const whole = USUAL_LOAD_S * (1 + SPREAD * (2 * random.uniform() - 1));
  const draw = (name: keyof typeof RANGES) => {
    const [least, most] = RANGES[name];
    return least + (most - least) * random.uniform();
  };
  const drawn = {
    args: draw('args'),
    dist: draw('dist'),
    kv: draw('kv'),
    graphs: draw('graphs'),
    draft: with_draft ? draw('draft') : 0,
    http: draw('http'),
    warmup: draw('warmup'),
  };
  const others = Object.values(drawn).reduce((sum, seconds) => sum + seconds, 0);
  const seconds = { ...drawn, weights: whole - others };
  return {
    args: seconds.args * scale,
    dist: seconds.dist * scale,
    weights: seconds.weights * scale,
    kv: seconds.kv * scale,
    graphs: seconds.graphs * scale,
    draft: seconds.draft * scale,
    http: seconds.http * scale,
    warmup: seconds.warmup * scale,
  };
}
