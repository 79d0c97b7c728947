import { expect, test } from 'vitest';
import { timingErrors } from '../../../src/core/selftest/timing-errors.ts';

test('two clocks with nothing in common: what the client adds is found', () => {
  const truth = { arrived: 1_000, queue_ms: 0, sent: [1_050, 1_060, 1_070] };
  const seen = { sent_ms: 7, events_ms: [58, 68, 79] };
  const errors = timingErrors([[seen, truth]]);
  expect(errors.ttft_p50_ms).toBeCloseTo(1);
  expect(errors.gap_mean_ms).toBeCloseTo(0.5);
  expect(errors.miscounted).toBe(0);
});

test('a request that waited for the server to read it is no error of the client', () => {
  const truth = { arrived: 1_004, queue_ms: 4, sent: [1_050] };
  expect(timingErrors([[{ sent_ms: 0, events_ms: [50] }, truth]]).ttft_p50_ms).toBeCloseTo(0);
});

test('an event that the client did not see is counted, and nothing is made up where it saw none', () => {
  const truth = { arrived: 0, queue_ms: 0, sent: [1, 2] };
  expect(timingErrors([[{ sent_ms: 0, events_ms: [] }, truth]])).toEqual({
    ttft_p50_ms: null,
    ttft_p99_ms: null,
    gap_mean_ms: null,
    gap_p99_ms: null,
    miscounted: 1,
  });
});
