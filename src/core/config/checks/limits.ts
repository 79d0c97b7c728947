import { LIMIT_DEFAULTS } from '../defaults.ts';
import type { Draft } from '../draft.ts';
import { formatDuration } from '../duration.ts';
import { atValue, type Finding } from '../source/finding.ts';

/** A single load that may take longer than everything. */
export function checkLimits({ limits }: Draft): readonly Finding[] {
  const load = limits?.load ?? null;
  const total = limits?.total ?? LIMIT_DEFAULTS.total_ms;
  if (load === null || load <= total) return [];
  const message = `one load may take ${formatDuration(load)}, and the whole sweep only ${formatDuration(total)}`;
  return [atValue(['limits', 'load'], message, 'raise `total` or lower `load`')];
}
