import { analyse } from '../../src/core/decide/analysis.ts';
import { blockOrder } from '../../src/core/decide/blocks.ts';
import { judgeLimits, type LimitState } from '../../src/core/decide/limits.ts';
import type { MeasurementBody } from '../../src/core/documents/measurement.ts';
import { tQuantile } from '../../src/core/stats/distributions.ts';
import { quantile } from '../../src/core/stats/quantile.ts';
import { conditionsOf, excessOf } from '../../src/core/sweep/limits.ts';
import { gaussian, type Random, seeded } from './noise.ts';

/** Three settings whose p95 lies as far from its limit, over mirrored blocks of fresh starts. */
interface LimitScenario {
  /** Sd between starts, as a share. */
  readonly between: number;
  /** Correlation of the logs of request times within a wave of sixteen. */
  readonly together: number;
  readonly blocks: number;
  readonly requests: number;
  /** True p95 over the limit. */
  readonly ratio: number;
}

export interface LimitCell extends LimitScenario {
  /** The two-sided interval of 95 % of the p95 held the true one. */
  readonly coverage: number;
  /** How often the last look says so. */
  readonly kept: number;
  readonly broken: number;
}

const NAMES = ['s0', 's1', 's2'];
const SPREAD = 0.35;
const WAVE = 16;
const LIMIT_MS = 2000;
/** Of the standard normal distribution at 0.95. */
const Z95 = 1.6448536269514722;
const WHERE = [{ text: 'e2e_p95 <= 2s', place: { file: 'bench', line: 1, column: 1 } }];

export function limitCell(scenario: LimitScenario, sweeps: number, seed: number): LimitCell {
  const [limit] = conditionsOf(WHERE).limits;
  if (limit === undefined) throw new Error('there is one limit');
  const random = seeded(seed);
  const order = Array.from({ length: scenario.blocks }, (_, b) => blockOrder(NAMES, b + 1))
    .flat()
    .map((name) => NAMES.indexOf(name));
  const truth = Math.log(scenario.ratio);
  const states: LimitState[] = [];
  let covered = 0;
  for (let i = 0; i < sweeps; i++) {
    const values = order.map(() => excessOf(measured(scenario, random), limit) ?? 0);
    const analysis = analyse(order, values, 0);
    if (analysis === null) throw new Error('it can be analysed');
    for (const setting of NAMES.keys()) {
      const { value, error } = analysis.level(setting);
      if (Math.abs(value - truth) <= tQuantile(0.975, analysis.degrees) * error) covered++;
    }
    const judged = judgeLimits(NAMES, 1, { order, excesses: values.map((v) => [v]) }, true);
    states.push(...judged.map(({ state }) => state));
  }
  const share = (state: LimitState) => states.filter((s) => s === state).length / states.length;
  return { ...scenario, coverage: covered / states.length, kept: share('kept'), broken: share('broken') };
}

/** One start: lognormal times, the requests of a wave alike, and p95 as every measurement has it. */
function measured({ between, together, requests, ratio }: LimitScenario, random: Random): MeasurementBody {
  const level = Math.log(LIMIT_MS * ratio) - Z95 * SPREAD + between * gaussian(random);
  const [common, own] = [SPREAD * Math.sqrt(together), SPREAD * Math.sqrt(1 - together)];
  let wave = 0;
  const times = Array.from({ length: requests }, (_, i) => {
    if (i % WAVE === 0 && together > 0) wave = common * gaussian(random);
    return Math.exp(level + wave + own * gaussian(random));
  }).sort((a, b) => a - b);
  const time = (p: number) => quantile(times, p);
  const none = { mean: null, p50: null, p95: null, p99: null };
  return {
    ...{ workload: 'code', concurrency: WAVE, rate: null, requests, ok: requests, failed: 0, outcomes: {} },
    ...{ duration_s: 1, output_tokens: 1, output_tokens_per_s: 1, acceptance_length: null, mismatch: null },
    ...{ drafted_tokens: null, accepted_tokens: null, ttft_ms: none, itl_ms: none, tpot_ms: none },
    e2e_ms: { mean: null, p50: time(0.5), p95: time(0.95), p99: null },
    client: { error_bound_ms: null, verdict: 'ok' },
  };
}
