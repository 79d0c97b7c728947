import { expect, test } from 'vitest';
import { truthCase } from '../../bench/truth/case.ts';
import { errorsOf } from '../../bench/truth/reported.ts';
import { sentTruth } from '../../bench/truth/sent.ts';
import type { LoggedRequest, MockLog } from '../../src/ports/mock.ts';

function logged(given: Partial<LoggedRequest>): LoggedRequest {
  return {
    number: 0,
    path: '/v1/completions',
    label: null,
    scenario: 'whole',
    requested_tokens: 4,
    warm_up: false,
    arrived: 0,
    queue_ms: 0,
    open: 1,
    sent: [],
    tokens: [],
    ended: null,
    how: 'keep',
    ...given,
  };
}

function log(requests: readonly LoggedRequest[]): MockLog {
  return {
    schema_version: 1,
    to_monotonic_ms: 1000,
    connections: 1,
    requests,
    lateness_ms: { mean: null, max: null },
    cpu_ms: 0,
  };
}

const TWO = truthCase({ name: 'two streams', requests: 3, streams: 2 });

test('times of whole answers, without warm-up and without the time that an arrival waited for the server', () => {
  const truth = sentTruth(
    log([
      logged({ warm_up: true, arrived: 1, sent: [2], tokens: [1], ended: 3 }),
      logged({ arrived: 10, sent: [60, 80, 100], tokens: [2, 2, 2], ended: 101 }),
      logged({ arrived: 14, queue_ms: 4, sent: [64, 84, 104], tokens: [2, 2, 2], ended: 104 }),
      logged({ scenario: 'reset', arrived: 101, sent: [151], tokens: [2], ended: 160, how: 'reset' }),
    ]),
    TWO,
  );
  expect(truth).toMatchObject({
    seen: 3,
    whole: 2,
    events: 7,
    ttft_p50_ms: 52,
    gap_mean_ms: 20,
    tpot_mean_ms: 10,
    tokens_per_s: 80,
    window: { from_ms: 1010, to_ms: 1160 },
    arrivals_ms: [0, 0, 91],
  });
  expect(truth?.open_share).toBe(1);
});

test('a slot that stands empty for a while is load that was not made', () => {
  const truth = sentTruth(
    log([
      logged({ arrived: 0, sent: [50], tokens: [1], ended: 50 }),
      logged({ arrived: 0, sent: [50], tokens: [1], ended: 100 }),
      logged({ arrived: 100, sent: [150], tokens: [1], ended: 150 }),
    ]),
    TWO,
  );
  expect(truth?.open_share).toBe(0.75);
});

test('of a load that was made again, the last try counts', () => {
  const [first, last] = [0, 1000].map((from) =>
    [0, 1, 2].map((i) => logged({ arrived: from + i, sent: [from + 50], tokens: [1], ended: from + 50 })),
  );
  const truth = sentTruth(log([...(first ?? []), logged({ arrived: 900 }), ...(last ?? [])]), TWO);
  expect(truth).toMatchObject({ seen: 7, events: 3, arrivals_ms: [0, 1, 2] });
});

test('no request of the load: there is no truth', () => {
  expect(sentTruth(log([logged({ warm_up: true })]), TWO)).toBeNull();
});

test('an error is what is said less what was sent; what nobody says has none', () => {
  const truth = sentTruth(log([logged({ sent: [50, 60, 70], tokens: [1, 1, 1], ended: 100 })]), TWO);
  if (truth === null) throw new Error('no truth');
  const said = {
    ok: 1,
    ttft_p50_ms: 53,
    ttft_p99_ms: null,
    gap_mean_ms: 11,
    gap_p99_ms: 12,
    tpot_mean_ms: 9,
    tokens_per_s: 33,
  };
  expect(errorsOf(said, truth)).toEqual({
    ttft_p50_ms: 3,
    ttft_p99_ms: null,
    gap_mean_ms: 1,
    gap_p99_ms: 2,
    tpot_mean_ms: -1,
    tpot_mean_share: expect.closeTo(-0.1),
    tokens_per_s_share: expect.closeTo(0.1),
  });
});
