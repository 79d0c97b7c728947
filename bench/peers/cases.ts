import { type TruthCase, truthCase } from '../truth/case.ts';

/** Of 5,000 events a second: here the cost of an event is judged, beside the others in the same run. */
export const MOST_EVENTS: TruthCase = truthCase({
  name: '128 streams',
  requests: 256,
  streams: 128,
  tokens: 128,
  gap_ms: 25,
});

/** Each shows something that the tools do unlike each other. One run of all of them takes a tool under half a minute. */
export const PEER_CASES: readonly TruthCase[] = [
  truthCase({ name: '1 stream', requests: 8, streams: 1, tokens: 64, first_ms: 50, gap_ms: 10 }),
  truthCase({
    name: '16 streams, 4 tokens an event',
    requests: 64,
    tokens: 64,
    gap_ms: 80,
    tokens_per_event: 4,
  }),
  MOST_EVENTS,
  truthCase({
    name: 'open loop at 20/s',
    requests: 200,
    streams: null,
    rate_per_s: 20,
    tokens: 16,
    first_ms: 50,
    gap_ms: 5,
  }),
  truthCase({ name: '20 whole, 20 faulty', requests: 40, streams: 8, tokens: 64, faults: true }),
];
