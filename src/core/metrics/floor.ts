/** How surely the largest sample must lie above the true quantile. */
const CONFIDENCE = 0.95;

/**
 * The fewest samples of which a percentile is shown: the smallest n with 1 - p^n >= 0.95, so that at least one lies above
 * the true quantile with 95 % (Wilks 1941: 5 for p50, 29 for p90, 59 for p95, 299 for p99).
 */
export function sampleFloor(p: number): number {
  return Math.ceil(Math.log(1 - CONFIDENCE) / Math.log(p));
}
