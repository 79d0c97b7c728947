import type { Milliseconds } from '../../core/units.ts';
import type { LoadExtent, LoadShape } from '../../ports/load.ts';
import { durationOption } from '../quantities.ts';
import { usage } from '../usage.ts';
import { numberIn, numbersIn, wholeIn } from './numbers.ts';
import type { BenchOptions } from './options.ts';

/** One measurement of a bench. */
export interface BenchPoint {
  readonly shape: LoadShape;
  readonly extent: LoadExtent;
}

const SLOTS = { from: 1, to: 4096 };
/** Above this no client sends truly, and 0 would never end. */
const RATES = { from: 0.001, to: 100_000 };
const REQUESTS = { from: 1, to: 1_000_000 };
const LEAST_REQUESTS = 32;
const REQUESTS_OF_A_SLOT = 4;

/** What is sent when, from the options; `trace_ms` are the times of --replay. Fault: `usage`. */
export function pointsOf(
  options: BenchOptions,
  trace_ms: readonly Milliseconds[] | null,
): readonly BenchPoint[] {
  const duration_ms = durationOption('duration', options.duration);
  const asked =
    options.numPrompts === undefined ? null : wholeIn('num-prompts', options.numPrompts, REQUESTS);
  const cap =
    options.maxConcurrency === undefined ? null : wholeIn('max-concurrency', options.maxConcurrency, SLOTS);
  const extent = (requests: number): LoadExtent => ({
    requests: asked ?? (duration_ms === null ? requests : null),
    duration_ms,
  });
  if (trace_ms !== null) {
    const at_ms = asked === null ? trace_ms : trace_ms.slice(0, asked);
    return [
      { shape: { kind: 'trace', at_ms, max_open: cap }, extent: { requests: at_ms.length, duration_ms } },
    ];
  }
  const ramp = rampOf(options, extent(LEAST_REQUESTS));
  if (ramp !== null) return [{ shape: { ...ramp, max_open: cap }, extent: extent(LEAST_REQUESTS) }];
  const rates =
    options.requestRate === undefined
      ? []
      : numbersIn('request-rate', options.requestRate, { ...RATES, infinite: true });
  const finite = rates.filter(Number.isFinite);
  if (finite.length > 0) {
    if (finite.length < rates.length || options.concurrency !== undefined)
      throw usage(
        'rates and a ladder of concurrencies are two loads',
        'give --request-rate or --concurrency',
      );
    const burstiness = burstinessOf(options);
    return finite.map((rate_per_s) => ({
      shape: { kind: 'open', rate_per_s, burstiness, ramp: null, max_open: cap },
      extent: extent(LEAST_REQUESTS),
    }));
  }
  if (options.burstiness !== undefined)
    throw usage('--burstiness shapes the gaps of a rate', 'give --request-rate N too');
  const levels =
    options.concurrency !== undefined ? numbersIn('concurrency', options.concurrency, SLOTS) : null;
  if (levels?.some((level) => !Number.isInteger(level)))
    throw usage(`--concurrency: ${options.concurrency} are not whole numbers`, 'write for example 1,4,16');
  // a rate of inf without a limit is what vLLM and SGLang make of it: everything at once
  const all = rates.length > 0 && cap === null && levels === null;
  if (all) return [closed(asked ?? LEAST_REQUESTS, true, extent(LEAST_REQUESTS))];
  return (levels ?? [cap ?? 1]).map((level) =>
    closed(level, options.burst === true, extent(Math.max(LEAST_REQUESTS, REQUESTS_OF_A_SLOT * level))),
  );
}

function closed(concurrency: number, burst: boolean, extent: LoadExtent): BenchPoint {
  if (concurrency > SLOTS.to)
    throw usage(`${concurrency} requests at once are too many`, 'give --max-concurrency');
  if (extent.requests !== null && extent.requests < concurrency)
    throw usage(
      `with ${extent.requests} requests there are never ${concurrency} at once`,
      `give --num-prompts ${concurrency} or more`,
    );
  return { shape: { kind: 'closed', concurrency, starts_over_ms: burst ? 0 : null }, extent };
}

/** null: constant gaps. */
function burstinessOf({ burstiness }: BenchOptions): number | null {
  if (burstiness === undefined) return 1;
  const shape = numberIn('burstiness', burstiness, { from: 0.01, to: 1000, infinite: true });
  return Number.isFinite(shape) ? shape : null;
}

/** From one rate to another over the whole load: n requests take 2n / (start + end). null: no ramp was asked for. */
function rampOf(options: BenchOptions, extent: LoadExtent): Extract<LoadShape, { kind: 'open' }> | null {
  const { rampUpStrategy, rampUpStartRps, rampUpEndRps } = options;
  if (rampUpStrategy === undefined && rampUpStartRps === undefined && rampUpEndRps === undefined) return null;
  if (rampUpStrategy !== 'linear' || rampUpStartRps === undefined || rampUpEndRps === undefined)
    throw usage(
      'a ramp is linear and has two rates',
      'give --ramp-up-strategy linear --ramp-up-start-rps A --ramp-up-end-rps B',
    );
  const from_per_s = numberIn('ramp-up-start-rps', rampUpStartRps, RATES);
  const rate_per_s = numberIn('ramp-up-end-rps', rampUpEndRps, RATES);
  const over_ms =
    extent.duration_ms ?? (2000 * (extent.requests ?? LEAST_REQUESTS)) / (from_per_s + rate_per_s);
  return {
    kind: 'open',
    rate_per_s,
    burstiness: burstinessOf(options),
    ramp: { from_per_s, over_ms },
    max_open: null,
  };
}
