/** Beta(a * C, (1 - a) * C): with C = 40 the step's hit rate has a standard deviation of 0.06 where a is 0.8. */
const JITTER_CONCENTRATION = 40;
/** Steps' hit rates are looked at in so many classes of equal width over 0 to 1. */
export const HIT_RATE_CLASSES = 128;
/** Classes rarer than this are left out. */
const NEGLIGIBLE = 1e-9;

/** The hit rate in the middle of a class. */
export function classHitRate(index: number): number {
  return (index + 0.5) / HIT_RATE_CLASSES;
}

/**
 * How likely a step of a task with mean hit rate `hit_rate` (above 0.05 and below 0.97) falls into each class: the
 * density of the Beta distribution in the middle of each, scaled to sum 1. That needs no Beta function, and for a
 * smooth density the midpoint rule is far more exact than the model. Throws RangeError outside these limits.
 */
export function jitterWeights(hit_rate: number): Float64Array {
  if (!(hit_rate > 0.05 && hit_rate < 0.97))
    throw new RangeError(`hit rate ${hit_rate} is not in 0.05 to 0.97`);
  const weights = new Float64Array(HIT_RATE_CLASSES);
  const above = hit_rate * JITTER_CONCENTRATION - 1;
  const below = (1 - hit_rate) * JITTER_CONCENTRATION - 1;
  // The density at the mean goes out of each, or the powers would be too small for the sum.
  const scale = above * Math.log(hit_rate) + below * Math.log(1 - hit_rate);
  let sum = 0;
  for (let index = 0; index < HIT_RATE_CLASSES; index++) {
    const x = classHitRate(index);
    const density = Math.exp(above * Math.log(x) + below * Math.log(1 - x) - scale);
    if (density < NEGLIGIBLE) continue;
    weights[index] = density;
    sum += density;
  }
  return weights.map((weight) => weight / sum);
}
