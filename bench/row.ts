/** One measured row. `value` and `limit` share the unit; it holds where value <= limit. */
export interface Row {
  readonly name: string;
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
  /** How it was measured, and how noisy that was. */
  readonly how: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

export function spread(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  return `${sorted.length} times, ${(sorted[0] ?? 0).toFixed(1)} to ${(sorted.at(-1) ?? 0).toFixed(1)}`;
}
