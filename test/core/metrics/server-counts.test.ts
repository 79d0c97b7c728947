import { describe, expect, it, test } from 'vitest';
import type { EngineCounters } from '../../../src/core/metrics/counters.ts';
import { acceptanceBetween, serverCounts } from '../../../src/core/metrics/server-counts.ts';

const NOTHING: EngineCounters = {
  generated_tokens: null,
  requests: null,
  verify_steps: null,
  drafted_tokens: null,
  accepted_tokens: null,
  looked_up_tokens: null,
  cached_tokens: null,
  preemptions: null,
};

const counters = (
  generated_tokens: number,
  requests: number,
  verify_steps: number,
  accepted_tokens: number | null = null,
): EngineCounters => ({ ...NOTHING, generated_tokens, requests, verify_steps, accepted_tokens });

describe('the acceptance between two readings', () => {
  test('tokens that came from steps, by steps; the first of a request comes from its prompt', () => {
    // 4 requests of 65 tokens, in 64 steps of 4 tokens
    expect(acceptanceBetween(counters(100, 10, 30), counters(360, 14, 94))).toBe(4);
  });

  test('accepted tokens are counted where the engine does, and steps without a draft change nothing', () => {
    // as a real server counted it: 167 steps with 4 drafted and 4 accepted tokens each, and 64 steps without a draft
    expect(acceptanceBetween(counters(0, 0, 0, 0), counters(900, 1, 167, 668))).toBe(5);
    expect(acceptanceBetween(counters(10, 1, 100, 300), counters(20, 2, 110, 299))).toBeNull();
  });

  test.each([
    ['no reading before', null, counters(1, 1, 1)],
    ['no reading after', counters(1, 1, 1), null],
    ['no step in between', counters(5, 1, 7), counters(9, 2, 7)],
    ['another life of the server', counters(500, 9, 70), counters(20, 1, 5)],
  ])('is not known: %s', (_why, before, after) => {
    expect(acceptanceBetween(before, after)).toBeNull();
  });
});

describe('what a server did over a load', () => {
  const before = {
    ...counters(1000, 10, 100, 150),
    drafted_tokens: 400,
    looked_up_tokens: 500,
    cached_tokens: 90,
  };
  const after = {
    ...counters(1300, 14, 180, 310),
    drafted_tokens: 720,
    looked_up_tokens: 900,
    cached_tokens: 190,
  };

  it('is the difference of each counter, and their shares', () => {
    expect(serverCounts({ ...before, preemptions: 3 }, { ...after, preemptions: 5 })).toEqual({
      generated_tokens: 300,
      verify_steps: 80,
      drafted_tokens: 320,
      accepted_tokens: 160,
      acceptance_rate: 0.5,
      acceptance_length: 3,
      cached_tokens: 100,
      cache_hit_share: 0.25,
      preemptions: 2,
    });
  });

  it('is not known where a counter is missing or went back, and never 0 for it', () => {
    expect(serverCounts(null, after)).toBeNull();
    expect(serverCounts(before, null)).toBeNull();
    expect(serverCounts(after, before)).toMatchObject({
      generated_tokens: null,
      acceptance_rate: null,
      cache_hit_share: null,
      preemptions: null,
    });
  });

  it('has no share of nothing', () => {
    expect(serverCounts(after, after)).toMatchObject({
      generated_tokens: 0,
      cached_tokens: 0,
      acceptance_rate: null,
      acceptance_length: null,
      cache_hit_share: null,
    });
  });
});
