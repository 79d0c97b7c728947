import { suggest } from '../../core/config/did-you-mean.ts';
import { usage } from '../usage.ts';
import type { BenchOptions } from './options.ts';

export const SHOWN_TIMES = ['ttft', 'itl', 'tpot', 'e2e'] as const;
export const SHOWN_PERCENTILES = ['p50', 'p90', 'p95', 'p99'] as const;

/** What the answer shows of the times; the document has all of them. */
export interface Shown {
  readonly times: readonly (typeof SHOWN_TIMES)[number][];
  readonly percentiles: readonly (typeof SHOWN_PERCENTILES)[number][];
}

/** By --percentile-metrics and --metric-percentiles. Fault: `usage`. */
export function shownOf({ percentileMetrics, metricPercentiles }: BenchOptions): Shown {
  return {
    times:
      percentileMetrics === undefined
        ? SHOWN_TIMES
        : percentileMetrics.split(',').map((name) => one('percentile-metrics', name, SHOWN_TIMES)),
    percentiles:
      metricPercentiles === undefined
        ? ['p50', 'p95', 'p99']
        : metricPercentiles
            .split(',')
            .map((p) => one('metric-percentiles', `p${p.trim()}`, SHOWN_PERCENTILES)),
  };
}

/** `e2el` is vLLM's word for `e2e`. */
function one<const T extends string>(option: string, text: string, known: readonly T[]): T {
  const name = text.trim().replace(/^e2el$/, 'e2e');
  const found = known.find((each) => each === name);
  if (found !== undefined) return found;
  const shown = option === 'metric-percentiles' ? name.slice(1) : name;
  const all = known.map((each) => each.replace(/^p(?=\d)/, ''));
  throw usage(`--${option}: \`${shown}\` is not shown`, `${suggest(shown, all)} (all: ${all.join(', ')})`);
}
