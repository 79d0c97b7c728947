import type { Milliseconds } from '../units.ts';

/**
 * One request as the client saw it: times in milliseconds since the origin of the run, on the monotonic clock. Every
 * metric, of every dialect, is computed from this and from nothing else. null: it did not happen, or nobody said it.
 */
export interface RequestTrace {
  readonly index: number;
  readonly phase: 'warm-up' | 'measure';
  readonly worker: number;
  /** `ok`, or the class of the failure: `http-500`, `error-in-stream`, `not-finished`, `timeout`, `aborted`, ... */
  readonly outcome: string;
  readonly message: string | null;
  readonly status: number | null;
  /** Sent a second time, because a kept connection had been closed under the first. */
  readonly resent: boolean;

  /** When the schedule wanted it sent; in a closed loop: when its slot was free. */
  readonly intended_ms: Milliseconds;
  /** When it was given to the connection; null: never sent. */
  readonly sent_ms: Milliseconds | null;
  readonly headers_ms: Milliseconds | null;
  /** First event of whatever kind, also one that only names a role. */
  readonly first_event_ms: Milliseconds | null;
  /** One entry for each event that carried output of the model (text, reasoning, tool call), in order. */
  readonly token_events_ms: ArrayLike<number>;
  /** New tokens in each of these events, where the server says so; else null. */
  readonly event_tokens: ArrayLike<number> | null;
  /** Last event with a `choices` entry, usage and end marks excluded. */
  readonly last_choice_ms: Milliseconds | null;
  /** Last event of whatever kind, usage and `[DONE]` included. */
  readonly last_event_ms: Milliseconds | null;
  /** End of the response body, or the moment of the failure. */
  readonly ended_ms: Milliseconds | null;

  readonly text_events: number;
  readonly reasoning_events: number;
  readonly tool_events: number;
  readonly finish_reason: string | null;
  /** The text is something that no working model writes (`isGarbage`). Absent: it is not, or there was none. */
  readonly garbage?: true;

  readonly requested_tokens: number;
  /** What the server says it made (`usage`, `meta_info`, `timings`). */
  readonly usage_tokens: number | null;
  readonly input_tokens: number | null;
  readonly cached_tokens: number | null;
  /** Counted off the hot path by the server's own tokeniser, where that was asked for. */
  readonly retokenised_tokens: number | null;
  readonly drafted_tokens: number | null;
  readonly accepted_tokens: number | null;
  /** Verification steps of speculation. */
  readonly verify_steps: number | null;
}
