import type { Goodput, GoodputLimits } from '../documents/measurement.ts';
import { e2e, tpot, ttft } from './request-times.ts';
import type { RequestTrace } from './trace.ts';

const TIMES = { ttft_ms: ttft, tpot_ms: tpot, e2e_ms: e2e } as const;

/**
 * `goodput.limits.v1`: requests that succeeded with every limited time at most its limit, over all that were asked, unsent
 * and failed ones included. An answer of one token has no time per token, and keeps its limit, as in `vllm bench serve`.
 */
export function goodputOf(
  traces: readonly RequestTrace[],
  limits: GoodputLimits,
  { requests, duration_s }: { readonly requests: number; readonly duration_s: number },
): Goodput {
  const succeeded = traces.filter((trace) => trace.outcome === 'ok');
  const over = (key: keyof GoodputLimits, trace: RequestTrace): boolean => {
    const limit = limits[key];
    const time = TIMES[key](trace);
    return limit !== undefined && (time === null ? key !== 'tpot_ms' : time > limit);
  };
  const keys = Object.keys(limits) as (keyof GoodputLimits)[];
  const good = succeeded.filter((trace) => !keys.some((key) => over(key, trace))).length;
  return {
    limits,
    good,
    share: requests > 0 ? good / requests : null,
    per_s: duration_s > 0 ? good / duration_s : null,
    over: Object.fromEntries(keys.map((key) => [key, succeeded.filter((trace) => over(key, trace)).length])),
  };
}
