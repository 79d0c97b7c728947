import { expect, it } from 'vitest';
import { recordedTraces } from '../../src/core/metrics/recorded.ts';
import type { RequestTrace } from '../../src/core/metrics/trace.ts';
import { recordLine } from '../../src/load/record.ts';

const TRACE: RequestTrace = {
  index: 3,
  phase: 'measure',
  worker: 1,
  outcome: 'ok',
  message: null,
  status: 200,
  resent: false,
  intended_ms: 10,
  sent_ms: 11.5,
  headers_ms: 20,
  first_event_ms: 21,
  token_events_ms: [22, 42.25],
  event_tokens: [1, 4],
  last_choice_ms: 43,
  last_event_ms: 44,
  ended_ms: 45,
  text_events: 1,
  reasoning_events: 1,
  tool_events: 0,
  finish_reason: 'stop',
  requested_tokens: 8,
  usage_tokens: 5,
  input_tokens: 9,
  cached_tokens: 2,
  retokenised_tokens: null,
  drafted_tokens: 6,
  accepted_tokens: 3,
  verify_steps: 2,
};

it('what was recorded is read back as it was measured, without the warm-up', () => {
  const uncounted = { ...TRACE, index: 4, usage_tokens: null, event_tokens: null, sent_ms: null };
  const text = [{ ...TRACE, phase: 'warm-up' as const }, TRACE, uncounted].map(recordLine).join('');
  // kinds of events are not kept in every record
  const kept = ({ text_events: _t, reasoning_events: _r, ...trace }: RequestTrace) => trace;
  expect(recordedTraces(text)).toMatchObject([TRACE, uncounted].map(kept));
});
