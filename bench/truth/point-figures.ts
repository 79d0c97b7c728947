import type { Figure } from '../row.ts';
import { median, spread } from '../support/stats.ts';
import type { Point } from './points.ts';
import { errorsOf } from './reported.ts';
import type { Ran } from './run-tool.ts';

const GAP_MEAN_MS = 0.05;
const GAP_P99_MS = 2;
const TOKENS_PER_S_SHARE = 0.003;
const NOT_OPEN_SHARE = 0.01;
const BEYOND_LOAD_S = 1;
const PEAK_MB = 120;

/** Medians of the runs of one point beside what they may be at most. Errors are compared by their size. */
export function pointFigures({ one, limits }: Point, runs: readonly Ran[]): readonly Figure[] {
  const errors = runs.map(({ reported, truth }) => errorsOf(reported, truth));
  const worst_others = Math.max(...runs.map(({ cost }) => cost.others_share ?? 0));
  const voids = runs.filter(({ reported }) => reported.calls_itself_void).length;
  const detail = `others took up to ${percent(worst_others)} of the client's core${voids === 0 ? '' : `; Holdpoint itself called ${voids} of ${runs.length} runs void`}`;
  const figure = (what: string, unit: string, values: readonly (number | null)[], limit?: number): Figure => {
    const sizes = values.flatMap((value) => (value === null ? [] : [Math.abs(value)]));
    return {
      what: `${one.name}: ${what}`,
      value: sizes.length < runs.length ? null : median(sizes),
      unit,
      limit: limit ?? null,
      noise: sizes.length === 0 ? '' : spread(sizes, unit, 2),
      detail: what === FIRST ? detail : '',
    };
  };
  const costs = runs.map(({ cost }) => cost);
  const share = (value: number | null) => (value === null ? null : 100 * value);
  return [
    figure(
      FIRST,
      'ms',
      errors.map((e) => e.ttft_p50_ms),
      limits.ttft_p50_ms,
    ),
    ...(limits.ttft_p99_ms === undefined
      ? []
      : [
          figure(
            'first event, error p99',
            'ms',
            errors.map((e) => e.ttft_p99_ms),
            limits.ttft_p99_ms,
          ),
        ]),
    figure(
      'gaps, error of the mean',
      'ms',
      errors.map((e) => e.gap_mean_ms),
      GAP_MEAN_MS,
    ),
    figure(
      'gaps, error of p99',
      'ms',
      errors.map((e) => e.gap_p99_ms),
      GAP_P99_MS,
    ),
    limits.tpot_share === undefined
      ? figure(
          'time per token, error',
          'ms',
          errors.map((e) => e.tpot_mean_ms),
          GAP_MEAN_MS,
        )
      : figure(
          'time per token, error',
          '%',
          errors.map((e) => share(e.tpot_mean_share)),
          100 * limits.tpot_share,
        ),
    figure(
      'throughput, error',
      '%',
      errors.map((e) => share(e.tokens_per_s_share)),
      100 * TOKENS_PER_S_SHARE,
    ),
    figure(
      'of the streams idle',
      '%',
      runs.map(({ truth }) => share(truth.open_share === null ? null : 1 - truth.open_share)),
      100 * NOT_OPEN_SHARE,
    ),
    figure(
      'CPU per event',
      'us',
      costs.map((c) => c.cpu_us_per_event),
    ),
    figure(
      'share of a core',
      '%',
      costs.map((c) => share(c.core_share)),
      limits.core_share === undefined ? undefined : 100 * limits.core_share,
    ),
    figure(
      'wall time beyond the load',
      's',
      costs.map((c) => c.beyond_load_s),
      BEYOND_LOAD_S,
    ),
    figure(
      'memory',
      'MB',
      costs.map((c) => c.peak_mb),
      PEAK_MB,
    ),
  ];
}

const FIRST = 'first event, error p50';
const percent = (value: number) => `${(100 * value).toFixed(0)} %`;
