import { expect, test } from 'vitest';
import { acceptanceBetween } from '../../src/run/acceptance.ts';

const counters = (
  generated_tokens: number,
  requests: number,
  verify_steps: number,
  accepted_tokens: number | null = null,
) => ({ generated_tokens, requests, verify_steps, accepted_tokens });

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
