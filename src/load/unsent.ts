import type { RequestTrace } from '../core/metrics/trace.ts';
import type { Asked } from './request.ts';

/** The trace of a request that the schedule wanted and that was never sent. It counts among those asked. */
export function unsent(asked: Asked): RequestTrace {
  return {
    ...asked,
    outcome: 'unsent',
    message: 'the load ended before it could be sent',
    status: null,
    resent: false,
    sent_ms: null,
    headers_ms: null,
    first_event_ms: null,
    token_events_ms: new Float64Array(),
    event_tokens: null,
    last_choice_ms: null,
    last_event_ms: null,
    ended_ms: null,
    text_events: 0,
    reasoning_events: 0,
    tool_events: 0,
    finish_reason: null,
    usage_tokens: null,
    input_tokens: null,
    cached_tokens: null,
    retokenised_tokens: null,
    drafted_tokens: null,
    accepted_tokens: null,
    verify_steps: null,
  };
}
