import type { Figure } from '../row.ts';
import { quantileOf } from '../support/stats.ts';
import { distanceToExponential, drift, largestAutocorrelation, type Tested } from './arrivals.ts';
import type { Ran } from './run-tool.ts';

const LATE_P50_MS = 0.5;
const LATE_P99_MS = 3;
/** The last tenth of the requests may be later than the first one by no more than their usual spread. */
const DRIFT_MS = 0.5;

/** `late`: how long after its time the client sent each request, in their order; `mean_gap_ms` of the schedule. */
export function openLoopFigures(
  { truth, cost }: Ran,
  late: readonly number[],
  mean_gap_ms: number,
): readonly Figure[] {
  const arrivals = truth.arrivals_ms;
  const gaps = arrivals.slice(1).map((at, i) => at - (arrivals[i] ?? 0));
  const figure = (what: string, value: number, unit: string, limit: number, detail = ''): Figure => {
    return { what: `open loop at 20/s: ${what}`, value, unit, limit, noise: 'one run', detail };
  };
  const tested = (what: string, { value, limit }: Tested, detail: string) =>
    figure(what, value, '', Math.round(1000 * limit) / 1000, detail);
  const others = `others took ${(100 * (cost.others_share ?? 0)).toFixed(0)} % of the client's core`;
  return [
    figure('sent after its time, p50', quantileOf(late, 0.5), 'ms', LATE_P50_MS, others),
    figure('sent after its time, p99', quantileOf(late, 0.99), 'ms', LATE_P99_MS, `${late.length} requests`),
    figure(
      'drift',
      Math.abs(drift(late)),
      'ms',
      DRIFT_MS,
      'the last tenth of the requests against the first',
    ),
    tested(
      'arrivals, Kolmogorov-Smirnov distance',
      distanceToExponential(gaps, mean_gap_ms),
      'as the server saw them; more in one of twenty of truly exponential samples',
    ),
    tested(
      'arrivals, autocorrelation at lags 1 to 10',
      largestAutocorrelation(gaps),
      'the largest, as a size',
    ),
  ];
}
