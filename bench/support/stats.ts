import { quantile } from '../../src/core/stats/quantile.ts';

export function median(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

export function quantileOf(values: readonly number[], q: number): number {
  const found = quantile(
    [...values].sort((a, b) => a - b),
    q,
  );
  if (found === null) throw new Error('no values');
  return found;
}

/** `12 to 19 ms (5 readings)`. */
export function spread(values: readonly number[], unit: string, digits = 0): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${low.toFixed(digits)} to ${high.toFixed(digits)} ${unit} (${values.length} readings)`;
}
