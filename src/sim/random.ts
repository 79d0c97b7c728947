import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { hashText, mixedBits } from '../core/small-hash.ts';
import type { Random } from './machine.ts';

const VALUES_OF_32_BITS = 2 ** 32;

/** A stream of random numbers. A fork depends on the seed and its name alone, never on what was drawn before. */
export class SeededRandom implements Random {
  readonly #seed: number;
  readonly #generator: RandomGenerator;

  constructor(seed: number) {
    this.#seed = seed;
    this.#generator = xoroshiro128plus(seed);
  }

  uniform(): number {
    return (this.#generator.next() >>> 0) / VALUES_OF_32_BITS;
  }

  /** Box and Muller 1958. */
  normal(): number {
    return Math.sqrt(this.exponential(2)) * Math.cos(2 * Math.PI * this.uniform());
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.uniform());
  }

  integer(below: number): number {
    return Math.floor(this.uniform() * below);
  }

  fork(name: string): Random {
    return new SeededRandom(mixedBits(hashText(`${this.#seed}/${name}`)));
  }
}
