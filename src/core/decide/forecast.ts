import { normalQuantile, tQuantile } from '../stats/distributions.ts';

/**
 * The smallest difference that `blocks` blocks find with probability `power`, in logs: the error of a difference of two
 * means of `blocks` starts, times the quantile of the test and that of the power (Cochran 1977, sample size for two means).
 */
export function findableEffect(plan: {
  /** Between starts of one setting, in logs. */
  readonly sd: number;
  readonly blocks: number;
  readonly settings: number;
  /** One-sided. */
  readonly level: number;
  readonly power: number;
}): number {
  const degrees = plan.blocks * plan.settings - plan.settings - 1;
  if (degrees < 1) return Number.POSITIVE_INFINITY;
  const error = plan.sd * Math.sqrt(2 / plan.blocks);
  return error * (tQuantile(1 - plan.level, degrees) + tQuantile(plan.power, degrees));
}

/**
 * By which factors a standard deviation of `degrees` of freedom may be too high or too low, 95 % in between. The chi-square
 * quantile is that of Wilson and Hilferty (1931), good to 2 % from 4 degrees on.
 */
export function sdFactors(degrees: number): { readonly low: number; readonly high: number } {
  const chi2 = (p: number) => {
    const spread = 2 / (9 * degrees);
    return degrees * Math.max(1e-6, 1 - spread + normalQuantile(p) * Math.sqrt(spread)) ** 3;
  };
  return { low: Math.sqrt(degrees / chi2(0.975)), high: Math.sqrt(degrees / chi2(0.025)) };
}
