import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { mixedBits } from '../../core/small-hash.ts';

/** A state that is nearly all ones or all zeros shows in the first draws. */
const PASSED_OVER = 64;

/** Draws from distributions, the same for the same seed. */
export class Draws {
  readonly #generator;

  constructor(seed: number) {
    // it is linear: of neighbouring seeds the draws would be alike
    this.#generator = xoroshiro128plus(mixedBits(seed));
    for (let i = 0; i < PASSED_OVER; i++) this.#generator.next();
  }

  /** In [0, 1), of 52 bits: with 32, one gap in 10^9 would be a repetition. */
  uniform(): number {
    const [high, low] = [this.#generator.next() >>> 6, this.#generator.next() >>> 6];
    return (high * 2 ** 26 + low) / 2 ** 52;
  }

  exponential(): number {
    return -Math.log(1 - this.uniform());
  }

  /** Of mean 1. Marsaglia and Tsang 2000; a shape below 1 by their power of a uniform. */
  gamma(shape: number): number {
    if (shape < 1) return (this.#gamma(shape + 1) * (1 - this.uniform()) ** (1 / shape)) / shape;
    return this.#gamma(shape) / shape;
  }

  #gamma(shape: number): number {
    const d = shape - 1 / 3;
    for (;;) {
      const x = this.#normal();
      const v = (1 + x / Math.sqrt(9 * d)) ** 3;
      if (v > 0 && Math.log(1 - this.uniform()) < x ** 2 / 2 + d * (1 - v + Math.log(v))) return d * v;
    }
  }

  /** Box and Muller 1958. */
  #normal(): number {
    return Math.sqrt(2 * this.exponential()) * Math.cos(2 * Math.PI * this.uniform());
  }
}
