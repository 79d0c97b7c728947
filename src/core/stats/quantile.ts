/**
 * Quantile of sorted samples by linear interpolation between closest ranks: position (n - 1) q (Hyndman and Fan 1996,
 * type 7; the default of numpy and of the load tools that people compare with). null for no samples.
 */
export function quantile(sorted: ArrayLike<number>, q: number): number | null {
  const position = (sorted.length - 1) * q;
  const low = Math.floor(position);
  const [a, b] = [sorted[low], sorted[Math.ceil(position)]];
  return a === undefined || b === undefined ? null : a + (b - a) * (position - low);
}

export function mean(samples: ArrayLike<number>): number | null {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += samples[i] ?? 0;
  return samples.length === 0 ? null : sum / samples.length;
}
