import { expect, test } from 'vitest';
import type { RequestTrace } from '../../src/core/metrics/trace.ts';
import { ToldTokens } from '../../src/load/told-tokens.ts';
import { unsent } from '../../src/load/unsent.ts';

const trace = (change: Partial<RequestTrace>): RequestTrace => ({
  ...unsent({ index: 0, phase: 'measure', worker: 0, intended_ms: 0, requested_tokens: 8 }),
  outcome: 'ok',
  status: 200,
  usage_tokens: 8,
  ...change,
});

function told(...traces: readonly Partial<RequestTrace>[]): number | null {
  const all = new ToldTokens();
  for (const each of traces) all.add(trace(each));
  return all.total;
}

test('are those of all requests, of the warm-up and of wrong answers too', () => {
  expect(told()).toBe(0);
  expect(told({ resent: true })).toBe(8);
  expect(told({ phase: 'warm-up' }, {}, { outcome: 'wrong-text', usage_tokens: 5 })).toBe(21);
});

test.each<[string, Partial<RequestTrace>]>([
  ['never sent', { outcome: 'unsent', status: null, usage_tokens: null }],
  ['refused by the machine', { outcome: 'refused', status: null, usage_tokens: null }],
  ['refused by the server', { outcome: 'http-429', status: 429, usage_tokens: null }],
  ['answered with nothing', { outcome: 'no-tokens', usage_tokens: 0 }],
])('a request that was %s has none', (_what, change) => {
  expect(told({}, change)).toBe(8);
});

test.each<[string, Partial<RequestTrace>]>([
  ['broke off', { outcome: 'cut-off', usage_tokens: null }],
  ['broke off after it had told a count', { outcome: 'error-in-stream', usage_tokens: 3 }],
  ['came too late', { outcome: 'timeout', usage_tokens: null }],
  ['was cut by us', { outcome: 'aborted', status: null, usage_tokens: null }],
  ['failed in the server', { outcome: 'http-500', status: 500, usage_tokens: null }],
  ['told no count', { usage_tokens: null }],
])('an answer that %s leaves the sum unknown, for good', (_what, change) => {
  expect(told({}, change, {})).toBeNull();
});
