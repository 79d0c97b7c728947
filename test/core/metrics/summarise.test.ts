import { describe, expect, it } from 'vitest';
import { meanOpen, mostOpen, steadyWindow, tokensIn } from '../../../src/core/metrics/open-requests.ts';
import {
  e2e,
  gaps,
  gapsPerToken,
  outputTokens,
  timeToFirstEvent,
  timeToHeaders,
  tpot,
  tpotUnbiased,
  ttft,
} from '../../../src/core/metrics/request-times.ts';
import { summarise } from '../../../src/core/metrics/summarise.ts';
import { answered } from './traces.ts';

const ASKED = { workload: 'w', concurrency: 2, rate: null, requests: 3 } as const;

describe('times of one request', () => {
  it('keep headers, first event and first token apart', () => {
    const trace = answered(100, [160, 180], { headers_ms: 110, first_event_ms: 130, ended_ms: 190 });
    expect([timeToHeaders(trace), timeToFirstEvent(trace), ttft(trace), e2e(trace)]).toEqual([
      10, 30, 60, 90,
    ]);
  });

  it('are unknown where there is nothing to measure', () => {
    const [none, one] = [answered(0, []), answered(0, [7])];
    expect([ttft(none), tpot(none), tpotUnbiased(none), tpot(one), tpotUnbiased(one)]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect([gaps(one), gapsPerToken(one)]).toEqual([[], []]);
  });

  it('are not spread over tokens where nobody says how these fell to the events', () => {
    const trace = answered(0, [10, 20, 30], { usage_tokens: 12 });
    expect([gapsPerToken(trace), tpotUnbiased(trace)]).toEqual([null, null]);
    expect(tpotUnbiased(answered(0, [10, 20, 30], { usage_tokens: 4 }))).toBe(10);
  });

  it('count tokens by the server, then by events', () => {
    expect(outputTokens(answered(0, [1, 2], { usage_tokens: 9 }))).toEqual({ tokens: 9, source: 'usage' });
    expect(outputTokens(answered(0, [1, 2]))).toEqual({ tokens: 2, source: 'events' });
  });
});

describe('open requests', () => {
  // Two slots; the second begins at 100; the last request is sent at 300 and drains alone from 400 on.
  const traces = [
    answered(0, [150], { ended_ms: 200 }),
    answered(100, [250], { ended_ms: 300 }),
    answered(200, [350], { ended_ms: 400 }),
    answered(300, [450], { ended_ms: 500 }),
  ];

  it('are steady from the first full moment to the last send', () => {
    expect(steadyWindow(traces, 2)).toEqual({ from_ms: 100, to_ms: 300 });
    expect(steadyWindow(traces, 3)).toBeNull();
  });

  it('are counted over time, one that ends as another begins only once', () => {
    expect(meanOpen(traces, { from_ms: 100, to_ms: 300 })).toBe(2);
    expect(meanOpen(traces, { from_ms: 0, to_ms: 500 })).toBeCloseTo(800 / 500);
    expect(mostOpen(traces)).toBe(2);
  });

  it('bring tokens when their events come; a total alone is shared by the events', () => {
    expect(tokensIn(traces, { from_ms: 100, to_ms: 300 })).toBe(2);
    const total = [answered(0, [10, 20], { usage_tokens: 10 })];
    expect(tokensIn(total, { from_ms: 10, to_ms: 20 })).toBe(5);
    expect(tokensIn([answered(0, [])], { from_ms: 0, to_ms: 20 })).toBe(0);
  });
});

describe('the summary of a point', () => {
  const traces = [
    answered(100, [150, 160]),
    answered(120, [200, 210, 220], { drafted_tokens: 8, accepted_tokens: 5, usage_tokens: 3 }),
    answered(130, [400], { outcome: 'http-500', ended_ms: 405 }),
    answered(130, [500], { outcome: 'aborted', ended_ms: 505 }),
  ];

  it('counts what was answered over the wall time of all', () => {
    const body = summarise(ASKED, traces);
    expect(body).toMatchObject({
      requests: 3,
      ok: 2,
      failed: 1,
      outcomes: { ok: 2, 'http-500': 1, aborted: 1 },
      output_tokens: 5,
      duration_s: 0.405,
      drafted_tokens: 8,
      accepted_tokens: 5,
      acceptance_length: null,
      rate: null,
    });
    expect(body.output_tokens_per_s).toBeCloseTo(5 / 0.405);
    expect(body.ttft_ms).toEqual({ mean: 65, p50: null, p95: null, p99: null });
  });

  it('never shows the survivors without the share that failed, over all that were asked', () => {
    const { defined } = summarise(ASKED, traces);
    expect(defined?.failed_share).toBeCloseTo(1 / 3);
    expect(defined?.values['goodput.share.v1']).toBeCloseTo(2 / 3);
    expect(defined?.samples['ttft.first_token.v1']).toMatchObject({ n: 2, mean: 65, max: 80 });
    expect(defined?.tokens).toEqual({
      requested: 16,
      usage: null,
      events: 5,
      retokenised: null,
      token_source: 'mixed',
    });
  });

  it('has no number where nothing was answered, never 0', () => {
    const failed = summarise(ASKED, [answered(0, [], { outcome: 'refused' })]);
    expect(failed).toMatchObject({
      ok: 0,
      failed: 1,
      output_tokens: 0,
      output_tokens_per_s: null,
      drafted_tokens: null,
      ttft_ms: { mean: null, p50: null, p95: null, p99: null },
    });
    expect(failed.defined).toMatchObject({ failed_share: 1, values: { 'throughput.all.v1': null } });
    expect(summarise(ASKED, [])).toMatchObject({ ok: 0, failed: 0, duration_s: 0 });
  });
});
