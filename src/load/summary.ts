import type { MeasurementBody } from '../core/documents/measurement.ts';
import type { WorkloadPoint } from '../core/plan/plan.ts';
import { distribution, e2e, gaps, outputTokens, tpot, ttft } from './metrics.ts';
import type { RequestResult } from './request.ts';

/**
 * The measurement of one point. Times, tokens and drafts are those of successful requests; `duration_s` is the wall
 * time from the first request to the end of the last, in which the failed ones took their share. Requests that were
 * cut by an abort are neither successes nor failures.
 */
export function summarise(
  point: WorkloadPoint,
  results: readonly RequestResult[],
  client: MeasurementBody['client'],
): MeasurementBody {
  const good = results.filter((r) => r.outcome === 'ok');
  const outcomes: Record<string, number> = {};
  for (const { outcome } of results) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const duration_ms = wall(results);
  const accepted = total(good.map((r) => r.answer.timings?.draft_n_accepted ?? null));
  const output_tokens = good.reduce((sum, r) => sum + outputTokens(r).tokens, 0);
  return {
    workload: point.workload.name,
    concurrency: point.concurrency,
    rate: null,
    requests: point.workload.requests,
    ok: good.length,
    failed: results.length - good.length - (outcomes.aborted ?? 0),
    outcomes,
    duration_s: duration_ms / 1000,
    output_tokens,
    output_tokens_per_s: good.length === 0 || duration_ms === 0 ? null : output_tokens / (duration_ms / 1000),
    ttft_ms: distribution(known(good.map(ttft))),
    itl_ms: distribution(good.flatMap(gaps)),
    tpot_ms: distribution(known(good.map(tpot))),
    e2e_ms: distribution(good.map(e2e)),
    acceptance_length: acceptanceLength(output_tokens, good.length, accepted),
    drafted_tokens: total(good.map((r) => r.answer.timings?.draft_n ?? null)),
    accepted_tokens: accepted,
    client,
    mismatch: results.find((r) => r.outcome === 'wrong-text')?.message ?? null,
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

function wall(results: readonly RequestResult[]): number {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { started, ended } of results) [first, last] = [Math.min(first, started), Math.max(last, ended)];
  return results.length === 0 ? 0 : last - first;
}

function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((v) => v !== null);
}

/** null: no answer had the number. */
function total(values: readonly (number | null)[]): number | null {
  const numbers = known(values);
  return numbers.length === 0 ? null : numbers.reduce((sum, n) => sum + n, 0);
}
