import type { MockScript, ScenarioInput } from '../../src/mock/script.ts';

/** One load against the mock server, the same for every load generator. */
export interface TruthCase {
  readonly name: string;
  /** Requests at once; null: an open loop at `rate_per_s`. */
  readonly streams: number | null;
  readonly rate_per_s: number | null;
  /** Holdpoint sends its first requests at once, not 2 ms apart; the other tools start as they always do. */
  readonly burst: boolean;
  readonly requests: number;
  readonly tokens: number;
  /** From the arrival of a request to its first event, and from one event to the next, ms. */
  readonly first_ms: number;
  readonly gap_ms: number;
  readonly tokens_per_event: number;
  /** Every second request fails, in five ways by turns. */
  readonly faults: boolean;
}

/** A case of which only what is unusual need be said: 16 streams, 50 tokens a second each, one token an event. */
export function truthCase(given: Partial<TruthCase> & Pick<TruthCase, 'name' | 'requests'>): TruthCase {
  return {
    streams: 16,
    rate_per_s: null,
    burst: false,
    tokens: 32,
    first_ms: 200,
    gap_ms: 20,
    tokens_per_event: 1,
    faults: false,
    ...given,
  };
}

/** The name of the scenario whose answers are whole. */
export const WHOLE = 'whole';

/** What the mock server plays for a case, after `warm_up` requests that it answers at once. */
export function scriptOf(one: TruthCase, warm_up: number): MockScript {
  const timing = { first_ms: one.first_ms, gap_ms: one.gap_ms };
  // a count that the script gives makes all answers alike, which costs the server less
  const payload = {
    prompt_tokens: 100,
    tokens_per_event: [one.tokens_per_event],
    // an event with usage alone comes only if asked for, and breaks whoever did not ask; without a count in every event
    // nobody can know how several tokens fell to the events
    usage: one.tokens_per_event > 1 ? ('every' as const) : ('finish' as const),
  };
  const whole: ScenarioInput = { name: WHOLE, timing, payload };
  const error = { error: { message: 'the engine failed', type: 'InternalServerError', code: 500 } };
  const half = Math.floor(one.tokens / one.tokens_per_event / 2);
  const faulty: readonly ScenarioInput[] = [
    { name: 'http-500', reply: { status: 500, body: JSON.stringify(error) } },
    {
      name: 'error in the stream, then [DONE]',
      timing,
      payload: { ...payload, tokens: half, between: [error], finish_reason: null, usage: 'none' },
    },
    { name: 'reset', timing, payload, end: { how: 'reset', after_events: half } },
    { name: 'truncated in order', timing, payload, end: { after_events: half, body_ends: true } },
    { name: 'no token', timing, payload: { ...payload, tokens: 0, finish_reason: 'stop' } },
  ];
  return { scenarios: one.faults ? faulty.flatMap((fault) => [whole, fault]) : [whole], warm_up };
}
