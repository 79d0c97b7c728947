import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
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
    return new SeededRandom(hash(`${this.#seed}/${name}`));
  }
}

/** FNV-1a with 32 bits, then the finaliser of MurmurHash3, so that neighbouring names give unlike seeds. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
