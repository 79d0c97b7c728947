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
  for (let i = 1; i < token_events_ms.length; i++)
    found.push((token_events_ms[i] ?? Number.NaN) - (token_events_ms[i - 1] ?? Number.NaN));
  return found;
}

/**
 * `itl.token.v1`: each gap shared by the k tokens of the event that ends it, k times gap / k. null: nobody says how the
 * tokens fell to the events.
 */
export function gapsPerToken(trace: RequestTrace): readonly Milliseconds[] | null {
  const tokens = tokensByEvent(trace);
  if (tokens === null) return null;
  const found: Milliseconds[] = [];
  for (const [i, gap] of gaps(trace).entries()) {
    const k = tokens[i + 1] ?? 0;
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
  const later =
    tokensByEvent(trace)
      ?.slice(1)
      .reduce((sum, k) => sum + k, 0) ?? 0;
  return span === null || later === 0 ? null : span / later;
}

/** `itl.zeros.v1`: gaps between tokens where those of one event come at once: the gap of the event, then zeros. */
export function gapsWithZeros(trace: RequestTrace): readonly Milliseconds[] | null {
  const tokens = tokensByEvent(trace);
  if (tokens === null) return null;
  const between_events = gaps(trace);
  const found: Milliseconds[] = [];
  for (let event = 0; event < tokens.length; event++) {
    const k = tokens[event] ?? 0;
    for (let token = 0; token < k; token++) found.push(token === 0 ? (between_events[event - 1] ?? 0) : 0);
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
  const all = gaps(trace);
  return all.length === 0 ? null : all.reduce((most, gap) => Math.max(most, gap), 0);
}

/**
 * Tokens of each event with output: as the server says; else one each where its count agrees with the events to one
 * token (the end token has no text). null: unknown.
 */
export function tokensByEvent(trace: RequestTrace): readonly number[] | null {
  const { event_tokens, token_events_ms, usage_tokens } = trace;
  if (event_tokens !== null) return Array.from(event_tokens);
  const events = token_events_ms.length;
  return usage_tokens === null || Math.abs(usage_tokens - events) <= 1
    ? Array.from({ length: events }, () => 1)
    : null;
}

/** From the first to the last event with output. */
export function outputSpan({ token_events_ms }: RequestTrace): Milliseconds | null {
  return between(token_events_ms[0] ?? null, token_events_ms[token_events_ms.length - 1] ?? null);
}

function between(from: Milliseconds | null, to: Milliseconds | null): Milliseconds | null {
  return from === null || to === null ? null : to - from;
}
