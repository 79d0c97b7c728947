import { expect, it } from 'vitest';
import { exportVllm } from '../../../src/core/metrics/dialects/vllm.ts';
import { goodputOf } from '../../../src/core/metrics/goodput.ts';
import { summarise } from '../../../src/core/metrics/summarise.ts';
import type { RequestTrace } from '../../../src/core/metrics/trace.ts';
import { answered } from './traces.ts';

const failed = (outcome: string, sent_ms: number | null): RequestTrace => ({
  ...answered(0, []),
  outcome,
  sent_ms,
  ended_ms: 1000,
});

/** Ten requests, of which exactly three are good under ttft 100, tpot 20, e2e 400. */
const TRACES: readonly RequestTrace[] = [
  answered(0, [100, 120, 140]), // on every limit
  answered(0, [50, 60, 70, 80]),
  answered(0, [90]), // one token: no time per token, and no limit of it is broken
  answered(0, [101, 110, 120]), // first token late
  answered(0, [50, 71, 92]), // 21 ms a token
  answered(0, [90, 240, 396], { usage_tokens: 40 }), // the end at 401
  answered(0, [300, 400, 500]), // all three
  failed('http-500', 0),
  failed('timeout', 0),
  failed('unsent', null),
];
const LIMITS = { ttft_ms: 100, tpot_ms: 20, e2e_ms: 400 };

it('is counted over all requests that were asked, those that failed or were never sent among them', () => {
  expect(goodputOf(TRACES, LIMITS, { requests: 10, duration_s: 2 })).toEqual({
    limits: LIMITS,
    good: 3,
    share: 0.3,
    per_s: 1.5,
    over: { ttft_ms: 2, tpot_ms: 2, e2e_ms: 2 },
  });
});

it('a limit that is not named is none, and nothing succeeded is no goodput', () => {
  expect(goodputOf(TRACES, { ttft_ms: 100 }, { requests: 10, duration_s: 2 }).good).toBe(5);
  expect(goodputOf(TRACES.slice(7), LIMITS, { requests: 3, duration_s: 1 })).toMatchObject({
    good: 0,
    share: 0,
    per_s: 0,
  });
  expect(goodputOf([], LIMITS, { requests: 0, duration_s: 0 })).toMatchObject({ share: null, per_s: null });
});

it('stands in a measurement only where limits were asked for', () => {
  const asked = { workload: 'w', concurrency: 1, rate: null, requests: 10 };
  expect(summarise(asked, TRACES, LIMITS).goodput).toMatchObject({ good: 3, share: 0.3 });
  expect(summarise(asked, TRACES)).not.toHaveProperty('goodput');
});

it('is exported as vLLM computes it: good requests over the seconds, by its own latencies', () => {
  const run = { traces: TRACES, model: null, concurrency: 1, rate: null };
  expect(exportVllm(run)).not.toHaveProperty('request_goodput');
  // its latency ends with the last event, so the request that ends at 401 keeps the limit; in the second to 1.0 s
  expect(exportVllm({ ...run, goodput: LIMITS })).toMatchObject({ request_goodput: 4 });
});
