import { classHitRate, HIT_RATE_CLASSES, jitterWeights } from './jitter.ts';
import { fillMarginals } from './marginals.ts';
import { TreeBuilder, type TreeShape } from './tree.ts';
import { TreeWalk } from './walk.ts';

/** Mean hit rates are rounded to so many steps between 0 and 1: 0.2 % of the acceptance length at most. */
const MEAN_STEPS = 1000;

/**
 * How many tokens one verification accepts, for trees of one shape. A step's hit rate is jittered and falls into one of
 * `HIT_RATE_CLASSES` classes; for each the real tree is built once and its walk is turned into a row of probabilities.
 * The rows of all classes, weighted by how likely the jitter leads there, are what a step draws from: one random number
 * and a scan of `depth` numbers, well under a microsecond, whatever the budget. A row of weighted classes is made once
 * for each mean hit rate, rounded to a thousandth.
 */
export class Acceptance {
  readonly #shape: TreeShape;
  readonly #classes: (Float64Array | undefined)[] = [];
  readonly #means: (Float64Array | undefined)[] = [];
  readonly #builder: TreeBuilder;
  readonly #walk: TreeWalk;
  readonly #marginals: Float64Array;

  constructor(shape: TreeShape) {
    this.#shape = shape;
    this.#builder = new TreeBuilder(shape);
    this.#walk = new TreeWalk(shape);
    this.#marginals = new Float64Array(shape.depth * shape.topk);
  }

  /** Tokens accepted, the bonus token not counted. `uniform`: a random number in [0, 1). */
  draw(mean_hit_rate: number, uniform: number): number {
    const reach = this.#reach(mean_hit_rate);
    let accepted = 0;
    while (accepted < reach.length && uniform < (reach[accepted] as number)) accepted++;
    return accepted;
  }

  /** Mean of `draw`: exact, no sampling. The acceptance length tau is one more. */
  expected(mean_hit_rate: number): number {
    return this.#reach(mean_hit_rate).reduce((sum, probability) => sum + probability, 0);
  }

  /** Probabilities that at least 1, 2, ... tokens are accepted. */
  #reach(mean_hit_rate: number): Float64Array {
    const step = Math.round(mean_hit_rate * MEAN_STEPS);
    const known = this.#means[step];
    if (known !== undefined) return known;
    const reach = new Float64Array(this.#shape.depth);
    const weights = jitterWeights(step / MEAN_STEPS);
    for (let index = 0; index < HIT_RATE_CLASSES; index++) {
      const weight = weights[index] as number;
      if (weight === 0) continue;
      const row = this.#classReach(index);
      for (let depth = 0; depth < reach.length; depth++) {
        reach[depth] = (reach[depth] as number) + weight * (row[depth] as number);
      }
    }
    this.#means[step] = reach;
    return reach;
  }

  #classReach(index: number): Float64Array {
    const known = this.#classes[index];
    if (known !== undefined) return known;
    const reach = new Float64Array(this.#shape.depth);
    fillMarginals(classHitRate(index), this.#shape, this.#marginals);
    this.#walk.fillReach(this.#builder.build(this.#marginals), this.#marginals, reach);
    this.#classes[index] = reach;
    return reach;
  }
}
