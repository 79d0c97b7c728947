import type { ScenarioInput } from '../script.ts';

/** Good answers at their own times. */
export const TIMING: readonly ScenarioInput[] = [
  { name: 'constant', timing: { first_ms: 20, gap_ms: 5 } },
  { name: 'jitter', timing: { first_ms: 20, gap_ms: 5, jitter_ms: 4 } },
  { name: 'stall', timing: { first_ms: 5, gap_ms: 2, stall: { event: 4, ms: 60 } } },
  { name: 'slow-headers', timing: { headers_ms: 40, first_ms: 42, gap_ms: 2 } },
  { name: 'slow-first-byte', timing: { first_ms: 60, gap_ms: 2 } },
  { name: 'opening-wave', timing: { first_ms: 5, gap_ms: 2, opening: { requests: 2, ms: 60 } } },
  { name: 'slower-with-load', timing: { first_ms: 5, gap_ms: 2, gap_per_open_ms: 1 } },
  { name: 'two-slots', timing: { first_ms: 5, gap_ms: 2, slots: 2 } },
  {
    name: 'speculation',
    timing: { first_ms: 5, gap_ms: 4 },
    payload: { tokens_per_event: [1, 3, 4, 2], drawn: true },
  },
  { name: 'four-tokens-an-event', timing: { first_ms: 5, gap_ms: 4 }, payload: { tokens_per_event: [4] } },
  { name: 'fake-streaming', timing: { first_ms: 40 }, payload: { tokens_per_event: [100_000] } },
  { name: 'bunched', timing: { first_ms: 5, gap_ms: 4, bunch_ms: 30 } },
];
