import { MINUTE, type Milliseconds } from '../../../core/units.ts';
import type { FaultBook } from '../../faults/book.ts';
import type { Random } from '../../machine.ts';

/** Independent measurements of tree drafting found 0.6 %. */
const USUAL_NOISE = 0.006;
const SCRIPTED_NOISE = 0.08;
const DRIFT_PER_START = 0.04;
const OUTLIER_LOSS = 0.2;
/** Until so many requests have been served, kernels are compiled and caches filled. */
const COLD_REQUESTS = 8;
const COLD_LOSS = [0.03, 0.1] as const;

/** How fast this life of the server is, against what its setting says: one factor of a start, one of each minute. */
export class Speed {
  readonly #random: Random;
  readonly #noise: number;
  readonly #start: number;
  readonly #cold: number;
  #minute = Number.NEGATIVE_INFINITY;
  #ofMinute = 1;

  constructor(input: { readonly random: Random; readonly faults: FaultBook; readonly start: number }) {
    const { random, faults, start } = input;
    this.#random = random;
    const noise = faults.find('noise');
    const noisy = noise !== null && (noise.start === null || noise.start === start);
    this.#noise = noisy ? SCRIPTED_NOISE : USUAL_NOISE;
    const drift = faults.find('drift') === null ? 1 : (1 - DRIFT_PER_START) ** (start - 1);
    const outlier = faults.at('outlier-start', start) === null ? 1 : 1 - OUTLIER_LOSS;
    this.#start = this.#draw() * drift * outlier;
    this.#cold = COLD_LOSS[0] + (COLD_LOSS[1] - COLD_LOSS[0]) * random.uniform();
  }

  /** 1 is as fast as the cost model says. `served`: requests that were answered since the start. */
  at(now: Milliseconds, served: number): number {
    if (now - this.#minute >= MINUTE) {
      this.#minute = now;
      this.#ofMinute = this.#draw();
    }
    return this.#start * this.#ofMinute * (served < COLD_REQUESTS ? 1 - this.#cold : 1);
  }

  #draw(): number {
    return Math.max(0.5, 1 + this.#noise * this.#random.normal());
  }
}
