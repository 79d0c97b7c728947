import { expect, test } from 'vitest';
import { selftestText } from '../../src/cli/selftest-text.ts';

const point = {
  streams: 16,
  events_per_s: 800,
  ttft_p50_error_ms: 0.5,
  ttft_p99_error_ms: 3,
  gap_mean_error_ms: 0.001,
  gap_p99_error_ms: 0.4,
  error_bound_ms: 2,
  verdict: 'ok' as const,
  miscounted: 0,
  timed_truly: true,
};
const limits = { ttft_p50_ms: 1.5, gap_mean_ms: 0.05, gap_p99_ms: 2 };

test('the answer stands first, and each point says whether it was true', () => {
  const missed = { ...point, streams: 64, ttft_p50_error_ms: null, miscounted: 3, timed_truly: false };
  const lines = selftestText({ streams: 16, events_per_s: 800, limits, points: [point, missed] });
  expect(lines[0]).toBe('This machine times 16 streams at once truly: 800 events per second.');
  expect(lines[3]).toMatch(/^ +16 .* true$/);
  expect(lines[4]).toMatch(/^ +64 .* -, 3\.00 .* NOT TRUE, 3 requests miscounted$/);
});

test('a machine that times nothing is told so', () => {
  const [first] = selftestText({ streams: null, events_per_s: null, limits, points: [] });
  expect(first).toContain('cannot time even the smallest load');
});
