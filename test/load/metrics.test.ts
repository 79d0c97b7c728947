import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/load/answer.ts';
import { clientVerdict } from '../../src/load/lateness.ts';
import { distribution, e2e, gaps, outputTokens, tpot, ttft } from '../../src/load/metrics.ts';
import type { RequestResult } from '../../src/load/request.ts';
import { summarise } from '../../src/load/summary.ts';

function result(
  started: number,
  token_times: readonly number[],
  more: Partial<Answer> = {},
  outcome = 'ok',
): RequestResult {
  const answer = {
    text: '',
    token_times,
    finish_reason: 'stop',
    done: true,
    completion_tokens: null,
    timings: null,
    ...more,
  };
  return {
    outcome,
    message: null,
    status: 200,
    started,
    headers_at: started + 1,
    ended: (token_times.at(-1) ?? started) + 5,
    answer,
    resent: false,
  };
}

const workload = {
  name: 'w',
  prompts: 'builtin:count',
  api: 'completions' as const,
  concurrency: [2],
  requests: 3,
  max_tokens: 8,
  temperature: 0,
  body: {},
  expect: null,
};
const client = clientVerdict(1, 100);

describe('distributions', () => {
  it('keep to their sample floors', () => {
    const upTo = (n: number) => distribution(Array.from({ length: n }, (_, i) => i + 1));
    expect(upTo(0)).toEqual({ mean: null, p50: null, p95: null, p99: null });
    expect(upTo(1)).toEqual({ mean: 1, p50: 1, p95: null, p99: null });
    expect(upTo(19)).toMatchObject({ p50: 10, p95: null });
    expect(upTo(20)).toMatchObject({ mean: 10.5, p50: 10.5, p95: 19.05, p99: null });
    expect(upTo(99).p99).toBeNull();
    expect(upTo(100).p99).toBeCloseTo(99.01);
  });

  it('do not depend on the order of the samples', () => {
    expect(distribution([9, 1, 5])).toEqual(distribution([1, 5, 9]));
  });
});

describe('times of one request', () => {
  // The ideal request: first token at 500 ms, then 20 ms each, 128 tokens; the same as chunks of four.
  const single = result(
    0,
    Array.from({ length: 128 }, (_, i) => 500 + 20 * i),
  );
  const chunks = result(
    0,
    Array.from({ length: 32 }, (_, i) => 500 + 80 * i),
    { completion_tokens: 128 },
  );

  it('follow their definitions', () => {
    expect([ttft(single), tpot(single), e2e(single)]).toEqual([500, 20, 3045]);
    expect(gaps(single)).toEqual(Array.from({ length: 127 }, () => 20));
    expect(tpot(chunks)).toBeCloseTo(19.53, 2);
    expect(gaps(chunks)).toEqual(Array.from({ length: 31 }, () => 80));
  });

  it('are unknown where there is nothing to measure', () => {
    expect([ttft(result(0, [])), tpot(result(0, [])), tpot(result(0, [7])), gaps(result(0, [7]))]).toEqual([
      null,
      null,
      null,
      [],
    ]);
  });

  it('count tokens by usage, then by timings, then by events', () => {
    const timings = { predicted_n: 5, draft_n: null, draft_n_accepted: null };
    expect(outputTokens(result(0, [1, 2], { completion_tokens: 9, timings }))).toEqual({
      tokens: 9,
      source: 'usage',
    });
    expect(outputTokens(result(0, [1, 2], { timings }))).toEqual({ tokens: 5, source: 'timings' });
    expect(outputTokens(result(0, [1, 2]))).toEqual({ tokens: 2, source: 'events' });
  });
});

describe('the summary of a point', () => {
  it('counts what was answered over the wall time of all', () => {
    const results = [
      result(100, [150, 160]),
      result(120, [200, 210, 220], { timings: { predicted_n: null, draft_n: 8, draft_n_accepted: 5 } }),
      result(130, [400], {}, 'http-500'),
      result(130, [500], {}, 'aborted'),
    ];
    const body = summarise({ workload, concurrency: 2 }, results, client);
    expect(body).toMatchObject({
      requests: 3,
      ok: 2,
      failed: 1,
      outcomes: { ok: 2, 'http-500': 1, aborted: 1 },
    });
    expect(body).toMatchObject({
      output_tokens: 5,
      duration_s: 0.405,
      drafted_tokens: 8,
      accepted_tokens: 5,
      acceptance_length: null,
      rate: null,
    });
    expect(body.output_tokens_per_s).toBeCloseTo(5 / 0.405);
    expect(body.ttft_ms).toMatchObject({ p50: 65, p95: null });
  });

  it('has no number where nothing was answered, never 0', () => {
    const failed = summarise({ workload, concurrency: 2 }, [result(0, [], {}, 'refused')], client);
    expect(failed).toMatchObject({
      ok: 0,
      failed: 1,
      output_tokens: 0,
      output_tokens_per_s: null,
      drafted_tokens: null,
    });
    expect(failed.ttft_ms).toEqual({ mean: null, p50: null, p95: null, p99: null });
    expect(summarise({ workload, concurrency: 2 }, [], client)).toMatchObject({
      ok: 0,
      failed: 0,
      duration_s: 0,
      output_tokens_per_s: null,
    });
  });
});

it.each([
  [null, 100, null, 'unknown'],
  [1.23456, 100, 1.235, 'ok'],
  [25, 100, 25, 'late'],
  [25, null, 25, 'late'],
  [25, 1000, 25, 'ok'],
  [150, 1000, 150, 'late'],
])('a client that is late by %s ms with requests of %s ms', (bound, median, shown, verdict) => {
  expect(clientVerdict(bound, median)).toEqual({ error_bound_ms: shown, verdict });
});
