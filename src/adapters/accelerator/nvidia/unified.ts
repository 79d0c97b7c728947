import type { GpuRow } from './parse.ts';

/** Chips without memory of their own: `memory.*` is not available, and the host's memory is theirs. */
const INTEGRATED = /\b(GB10|Thor|Orin|Xavier|Tegra|Jetson|nvgpu)\b/i;

/** Elsewhere the same cells mean that a device with memory of its own does not tell it, which is unknown. */
export function isUnified({ total, name }: Pick<GpuRow, 'total' | 'name'>): boolean {
  return typeof total !== 'number' && INTEGRATED.test(name);
}
