import type { RequestTrace } from './trace.ts';

/** A line of a raw record; times in milliseconds from the origin. */
interface RecordedRequest
  extends Pick<
    RequestTrace,
    | 'phase'
    | 'index'
    | 'worker'
    | 'outcome'
    | 'status'
    | 'resent'
    | 'intended_ms'
    | 'headers_ms'
    | 'first_event_ms'
    | 'last_choice_ms'
    | 'last_event_ms'
    | 'ended_ms'
    | 'requested_tokens'
    | 'input_tokens'
    | 'cached_tokens'
    | 'text_events'
    | 'reasoning_events'
    | 'tool_events'
    | 'finish_reason'
    | 'verify_steps'
  > {
  readonly started_ms: number | null;
  readonly token_events_ms: readonly number[];
  readonly event_tokens: readonly number[] | null;
  readonly output_tokens: number;
  readonly token_source: 'usage' | 'events';
  readonly draft_n: number | null;
  readonly draft_n_accepted: number | null;
}

/**
 * The measured requests of a raw record that this process wrote (it is not checked), without the warm-up. What a record
 * does not keep (messages, the tokeniser's counts) is unknown. Throws on a line that is not JSON.
 */
export function recordedTraces(text: string): readonly RequestTrace[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedRequest)
    .filter(({ phase }) => phase === 'measure')
    .map(traceOf);
}

function traceOf({
  started_ms,
  output_tokens,
  token_source,
  draft_n,
  draft_n_accepted,
  ...same
}: RecordedRequest): RequestTrace {
  return {
    ...same,
    sent_ms: started_ms,
    message: null,
    usage_tokens: token_source === 'usage' ? output_tokens : null,
    retokenised_tokens: null,
    drafted_tokens: draft_n,
    accepted_tokens: draft_n_accepted,
  };
}
