import type { RequestTrace } from '../../../src/core/metrics/trace.ts';

/** A trace of a request that was answered in order; one event at each time. */
export function answered(
  sent_ms: number,
  token_events_ms: readonly number[],
  more: Partial<RequestTrace> = {},
): RequestTrace {
  const last = token_events_ms.at(-1) ?? null;
  return {
    index: 0,
    phase: 'measure',
    worker: 0,
    outcome: 'ok',
    message: null,
    status: 200,
    resent: false,
    intended_ms: sent_ms,
    sent_ms,
    headers_ms: sent_ms,
    first_event_ms: token_events_ms[0] ?? null,
    token_events_ms,
    event_tokens: null,
    last_choice_ms: last,
    last_event_ms: (last ?? sent_ms) + 5,
    ended_ms: (last ?? sent_ms) + 5,
    text_events: token_events_ms.length,
    reasoning_events: 0,
    tool_events: 0,
    finish_reason: 'stop',
    requested_tokens: 8,
    usage_tokens: null,
    input_tokens: null,
    cached_tokens: null,
    retokenised_tokens: null,
    drafted_tokens: null,
    accepted_tokens: null,
    verify_steps: null,
    ...more,
  };
}

/** First event at 500 ms, then 20 ms for each token: events of these many tokens; 5 ms after the last comes usage. */
export function ideal(event_tokens: readonly number[]): RequestTrace {
  const tokens = event_tokens.reduce((sum, k) => sum + k, 0);
  let later = 0;
  const times = event_tokens.map((k, i) => {
    later += i === 0 ? 0 : k;
    return 500 + 20 * later;
  });
  return answered(0, times, { event_tokens, usage_tokens: tokens, requested_tokens: tokens });
}
