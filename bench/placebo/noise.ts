import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Uniform from 0 to 1, the same sequence for the same seed. */
export type Random = () => number;

/** Neighbouring seeds begin alike: the first numbers are thrown away. */
const THROWN_AWAY = 50;

export function seeded(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const random = () => uniformFloat64(generator);
  for (let i = 0; i < THROWN_AWAY; i++) random();
  return random;
}

/** Box and Muller 1958. */
export function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Student's t with 3 degrees of freedom, scaled to a standard deviation of 1. */
function heavyTailed(random: Random): number {
  const squares = gaussian(random) ** 2 + gaussian(random) ** 2 + gaussian(random) ** 2;
  return gaussian(random) / Math.sqrt(squares);
}

export interface Noise {
  /** Between starts and between the repeats of one start, as shares. */
  readonly between: number;
  readonly within: number;
  readonly drift: 'none' | 'linear' | 'step';
  /** t with 3 degrees between starts, and 3 % of the starts 20 % slow. */
  readonly heavy: boolean;
}

const REPEATS = 3;
const DRIFT = 0.1;

/** The logs of the repeats of one start of a setting whose true log value is `truth`, at its place in the sweep. */
export type Start = (truth: number, index: number) => readonly number[];

/** One sweep's noise: its drift is drawn once, over `planned` starts, in either direction. */
export function startsOf(noise: Noise, planned: number, random: Random): Start {
  const sign = random() < 0.5 ? -1 : 1;
  const from = random() * planned;
  const drift = (index: number) => {
    if (noise.drift === 'none') return 0;
    return sign * DRIFT * (noise.drift === 'linear' ? index / planned : Number(index >= from));
  };
  return (truth, index) => {
    const effect = noise.between * (noise.heavy ? heavyTailed(random) : gaussian(random));
    const slow = noise.heavy && random() < 0.03 ? Math.log(0.8) : 0;
    const level = truth + effect + slow + drift(index);
    return Array.from({ length: REPEATS }, () => level + noise.within * gaussian(random));
  };
}
