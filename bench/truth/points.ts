import { type TruthCase, truthCase } from './case.ts';

/** The most that a size may be at a point; what is absent is not limited there. */
export interface PointLimits {
  readonly ttft_p50_ms: number;
  readonly ttft_p99_ms?: number;
  /** Time per token, where several tokens come in one event. */
  readonly tpot_share?: number;
  readonly core_share?: number;
}

export interface Point {
  readonly one: TruthCase;
  readonly limits: PointLimits;
}

/** Where all streams end at once, they begin anew one after another: of answers of less than a second, that is a large part. */
const BURST_TOKENS = 128;
const STAGGERED: PointLimits = { ttft_p50_ms: 1.5 };

/** In a closed loop; 768 requests are enough for a 99th percentile of their first events. */
export const POINTS: readonly Point[] = [
  {
    one: truthCase({ name: '1 stream', requests: 12, streams: 1, tokens: 64, first_ms: 50, gap_ms: 10 }),
    limits: { ...STAGGERED, core_share: 0.05 },
  },
  { one: truthCase({ name: '16 streams', requests: 80 }), limits: STAGGERED },
  { one: truthCase({ name: '64 streams', requests: 192, streams: 64 }), limits: STAGGERED },
  {
    one: truthCase({ name: '128 streams', requests: 768, streams: 128 }),
    limits: { ...STAGGERED, ttft_p99_ms: 6 },
  },
  {
    one: truthCase({ name: 'a burst of 64', requests: 128, streams: 64, tokens: BURST_TOKENS, burst: true }),
    limits: { ttft_p50_ms: 5 },
  },
  {
    one: truthCase({
      name: 'a burst of 128',
      requests: 256,
      streams: 128,
      tokens: BURST_TOKENS,
      burst: true,
    }),
    limits: { ttft_p50_ms: 10 },
  },
  {
    one: truthCase({
      name: '16 streams, 4 tokens an event',
      requests: 64,
      gap_ms: 80,
      tokens_per_event: 4,
    }),
    limits: { ...STAGGERED, tpot_share: 0.001 },
  },
];

/** 670 requests: enough for a 99th percentile of how late they were sent. */
export const OPEN_LOOP: TruthCase = truthCase({
  name: 'open loop at 20/s',
  requests: 670,
  streams: null,
  rate_per_s: 20,
  tokens: 16,
  first_ms: 50,
  gap_ms: 5,
});
