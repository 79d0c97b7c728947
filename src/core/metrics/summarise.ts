import type { GoodputLimits, MeasurementBody } from '../documents/measurement.ts';
import { definedMetrics } from './defined.ts';
import { goodputOf } from './goodput.ts';
import { known } from './known.ts';
import { wholeWindow } from './open-requests.ts';
import { outputTokens } from './request-times.ts';
import { distribution } from './sample.ts';
import type { RequestTrace } from './trace.ts';

/** What a load was meant to be. */
export interface AskedLoad {
  readonly workload: string;
  /** null: not a closed loop. */
  readonly concurrency: number | null;
  /** Requests a second; null: not an open loop. */
  readonly rate: number | null;
  readonly requests: number;
}

/**
 * The measurement of one point. Times, tokens and drafts are those of successful requests; `duration_s` is the wall
 * time from the first request to the end of the last, in which the failed ones took their share. Requests that were
 * cut by an abort are neither successes nor failures.
 */
export function summarise(
  asked: AskedLoad,
  traces: readonly RequestTrace[],
  limits: GoodputLimits | undefined = undefined,
): Omit<MeasurementBody, 'client'> {
  const good = traces.filter((t) => t.outcome === 'ok');
  const outcomes: Record<string, number> = {};
  for (const { outcome } of traces) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const garbage = good.filter((trace) => trace.garbage === true).length;
  const whole = wholeWindow(traces);
  const duration_s = whole === null ? 0 : (whole.to_ms - whole.from_ms) / 1000;
  const accepted = total(good.map((t) => t.accepted_tokens));
  const defined = definedMetrics(traces, { ...asked, duration_s });
  const { samples } = defined;
  const output_tokens = good.reduce((sum, t) => sum + outputTokens(t).tokens, 0);
  return {
    ...asked,
    ok: good.length,
    failed: traces.length - good.length - (outcomes['aborted'] ?? 0),
    outcomes,
    ...(garbage === 0 ? {} : { garbage }),
    duration_s,
    output_tokens,
    output_tokens_per_s: good.length === 0 || duration_s === 0 ? null : output_tokens / duration_s,
    ttft_ms: distribution(samples['ttft.first_token.v1']),
    itl_ms: distribution(samples['itl.event.v1']),
    tpot_ms: distribution(samples['tpot.classic.v1']),
    e2e_ms: distribution(samples['e2e.v1']),
    acceptance_length: acceptanceLength(output_tokens, good.length, accepted),
    drafted_tokens: total(good.map((t) => t.drafted_tokens)),
    accepted_tokens: accepted,
    defined,
    ...(limits === undefined ? {} : { goodput: goodputOf(traces, limits, { ...asked, duration_s }) }),
    mismatch: traces.find((t) => t.outcome === 'wrong-text')?.message ?? null,
  };
}

/**
 * Mean tokens per verification step. llama.cpp says how many tokens were accepted, not in how many steps; but the first
 * token of a request comes from its prompt, and each step yields its accepted tokens and one more:
 * steps = tokens - requests - accepted, length = 1 + accepted / steps.
 */
function acceptanceLength(tokens: number, requests: number, accepted: number | null): number | null {
  const steps = accepted === null ? 0 : tokens - requests - accepted;
  return accepted === null || steps <= 0 ? null : 1 + accepted / steps;
}

/** null: no answer had the number. */
function total(values: readonly (number | null)[]): number | null {
  const numbers = known(values);
  return numbers.length === 0 ? null : numbers.reduce((sum, n) => sum + n, 0);
}
