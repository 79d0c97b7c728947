import { formatDuration } from '../config/duration.ts';
import type { WorkloadPoint } from './plan.ts';

/** A point and its load for a reader: `code c4`, `chat 2.5/s (Poisson gaps, at most 64 open, for 60s)`. */
export function pointText({ workload, concurrency, rate }: WorkloadPoint): string {
  const { burstiness = 1, ramp_from, max_open, duration, salt, prefix_hits, input_tokens } = workload;
  const load = concurrency !== null ? `c${concurrency}` : rate === undefined ? 'replay' : `${rate}/s`;
  const said = [
    rate === undefined ? null : gaps(burstiness),
    ramp_from === undefined ? null : `from ${ramp_from}/s on`,
    max_open === undefined ? null : `at most ${max_open} open`,
    duration === undefined ? null : `for ${formatDuration(duration)}`,
    input_tokens === undefined ? null : `${input_tokens} tokens of prompt`,
    prefix_hits === undefined || prefix_hits === 0
      ? null
      : `${Math.round(100 * prefix_hits)} % of each prompt shared`,
    salt === false ? 'no salts' : null,
  ].filter((part) => part !== null);
  return `${workload.name} ${load}${said.length === 0 ? '' : ` (${said.join(', ')})`}`;
}

function gaps(burstiness: number | 'constant'): string {
  if (burstiness === 'constant') return 'constant gaps';
  return burstiness === 1 ? 'Poisson gaps' : `gamma gaps of shape ${burstiness}`;
}
