import type { Milliseconds } from '../units.ts';
import type { RequestTrace } from './trace.ts';

/** Where a count of output tokens comes from. */
export type TokenSource = 'usage' | 'events';

/** Tokens of an answer: as the server counts them, else one for each event with output. */
export function outputTokens({ usage_tokens, token_events_ms }: RequestTrace): {
  readonly tokens: number;
  readonly source: TokenSource;
} {
  return usage_tokens === null
    ? { tokens: token_events_ms.length, source: 'events' }
    : { tokens: usage_tokens, source: 'usage' };
}

/** `headers.v1`: headers - sent. Network, and the time in which the server took the request. */
export function timeToHeaders({ sent_ms, headers_ms }: RequestTrace): Milliseconds | null {
  return between(sent_ms, headers_ms);
}

/** `first_event.v1`: first event of whatever kind - sent; it may only name a role. */
export function timeToFirstEvent({ sent_ms, first_event_ms }: RequestTrace): Milliseconds | null {
  return between(sent_ms, first_event_ms);
}

/** `ttft.first_token.v1`: first event with output - sent: queue, prompt and network. */
export function ttft({ sent_ms, token_events_ms }: RequestTrace): Milliseconds | null {
  return between(sent_ms, token_events_ms[0] ?? null);
}

/** `e2e.v1`: end of the answer - sent. */
export function e2e({ sent_ms, ended_ms }: RequestTrace): Milliseconds | null {
  return between(sent_ms, ended_ms);
}

/** `e2e.intended.v1`: end of the answer - the time at which the schedule wanted it sent. */
export function e2eFromIntended({ intended_ms, ended_ms }: RequestTrace): Milliseconds | null {
  return between(intended_ms, ended_ms);
}

/** `itl.event.v1`: gaps between events with output; an event may carry several tokens: accepted drafts come together. */
export function gaps({ token_events_ms }: RequestTrace): readonly Milliseconds[] {
  const found: Milliseconds[] = [];
  for (let event = 1; event < token_events_ms.length; event++)
    found.push(gapBefore({ token_events_ms }, event));
  return found;
}

function gapBefore({ token_events_ms }: Pick<RequestTrace, 'token_events_ms'>, event: number): Milliseconds {
  return (token_events_ms[event] ?? Number.NaN) - (token_events_ms[event - 1] ?? Number.NaN);
}

/**
 * `itl.token.v1`: each gap shared by the k tokens of the event that ends it, k times gap / k. null: nobody says how the
 * tokens fell to the events.
 */
export function gapsPerToken(trace: RequestTrace): readonly Milliseconds[] | null {
  const tokens = tokensByEvent(trace);
  if (tokens === null) return null;
  const found: Milliseconds[] = [];
  for (let event = 1; event < tokens.length; event++) {
    const k = tokens[event] ?? 0;
    const gap = gapBefore(trace, event);
    for (let token = 0; token < k; token++) found.push(gap / k);
  }
  return found;
}

/** `tpot.classic.v1`: (last - first) / (n - 1), of the field. Too small where the first event carries several tokens. */
export function tpot(trace: RequestTrace): Milliseconds | null {
  const { tokens } = outputTokens(trace);
  const span = outputSpan(trace);
  return span === null || tokens < 2 ? null : span / (tokens - 1);
}

/**
 * `tpot.unbiased.v1`: (last - first) / (n - n_first), n_first the tokens of the first event, which took no measured
 * time. null: no event after the first, or nobody says how the tokens fell to the events.
 */
export function tpotUnbiased(trace: RequestTrace): Milliseconds | null {
  const span = outputSpan(trace);
  const tokens = tokensByEvent(trace) ?? [];
  let later = 0;
  for (let event = 1; event < tokens.length; event++) later += tokens[event] ?? 0;
  return span === null || later === 0 ? null : span / later;
}

/** `itl.zeros.v1`: gaps between tokens where those of one event come at once: the gap of the event, then zeros. */
export function gapsWithZeros(trace: RequestTrace): readonly Milliseconds[] | null {
  const tokens = tokensByEvent(trace);
  if (tokens === null) return null;
  const found: Milliseconds[] = [];
  for (let event = 0; event < tokens.length; event++) {
    const k = tokens[event] ?? 0;
    for (let token = 0; token < k; token++)
      found.push(token === 0 && event > 0 ? gapBefore(trace, event) : 0);
  }
  return found.slice(1);
}

/** `tpot.e2e.v1`: (end - sent) / n, the time to the first token within. null: no token. */
export function tpotOfAll(trace: RequestTrace): Milliseconds | null {
  const { tokens } = outputTokens(trace);
  const all = e2e(trace);
  return all === null || tokens < 1 ? null : all / tokens;
}

/** `silence.longest.v1`: the longest gap between events with output. */
export function longestSilence(trace: RequestTrace): Milliseconds | null {
  const events = trace.token_events_ms.length;
  if (events < 2) return null;
  let most = 0;
  for (let event = 1; event < events; event++) most = Math.max(most, gapBefore(trace, event));
  return most;
}

/**
 * Tokens of each event with output: as the server says; else one each where its count agrees with the events to one
 * token (the end token has no text). null: unknown.
 */
export function tokensByEvent(trace: RequestTrace): ArrayLike<number> | null {
  const { event_tokens, token_events_ms, usage_tokens } = trace;
  if (event_tokens !== null) return event_tokens;
  const events = token_events_ms.length;
  return usage_tokens === null || Math.abs(usage_tokens - events) <= 1
    ? new Uint8Array(events).fill(1)
    : null;
}

/** From the first to the last event with output. */
export function outputSpan({ token_events_ms }: RequestTrace): Milliseconds | null {
  return between(token_events_ms[0] ?? null, token_events_ms[token_events_ms.length - 1] ?? null);
}

function between(from: Milliseconds | null, to: Milliseconds | null): Milliseconds | null {
  return from === null || to === null ? null : to - from;
}
