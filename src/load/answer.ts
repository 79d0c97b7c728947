import { isGarbage } from '../core/diagnose/garbage.ts';
import type { RequestTrace } from '../core/metrics/trace.ts';
import { MiB } from '../core/units.ts';
import { visible } from '../core/visible.ts';
import type { Counts, Delta, TokenKind } from './dialects/chunk.ts';
import type { ChunkReader } from './dialects/dialect.ts';
import type { StreamEvent } from './sse.ts';

/** Why a stream is no answer: the outcome class, and a word more. */
export interface Failure {
  readonly outcome: string;
  readonly message: string;
}

/** What a stream has said, as the trace of its request keeps it. */
export type AnswerTrace = Pick<
  RequestTrace,
  | 'first_event_ms'
  | 'token_events_ms'
  | 'event_tokens'
  | 'last_choice_ms'
  | 'last_event_ms'
  | 'text_events'
  | 'reasoning_events'
  | 'tool_events'
  | 'finish_reason'
  | 'garbage'
> &
  Counts;

/** A text that is garbage is so from its beginning. */
const JUDGED_CHARACTERS = 4_096;

/** More text than this is no answer to a request that bounds its tokens. */
const MAX_CHARACTERS = 8 * MiB;

/** Collects the events of one stream. Strict: whatever is not a whole answer is none. */
export class AnswerReader {
  readonly #read: ChunkReader;
  readonly #expect: string | null;
  #text = '';
  /** In pieces: most of them are a character or two, and a text of ropes is alive as long as its request. */
  readonly #beginning: string[] = [];
  #characters = 0;
  #first_event: number | null = null;
  #last_event: number | null = null;
  #last_choice: number | null = null;
  readonly #token_times: number[] = [];
  /** Tokens so far at each event with output; null: one of them did not say. */
  #counted: number[] | null = [];
  readonly #events: Record<TokenKind, number> = { text: 0, reasoning: 0, tool: 0 };
  #finish_reason: string | null = null;
  /** Answers that are whole. */
  readonly #finished = new Set<number>();
  #done = false;
  #counts: Counts = {
    usage_tokens: null,
    input_tokens: null,
    cached_tokens: null,
    drafted_tokens: null,
    accepted_tokens: null,
    verify_steps: null,
  };

  /** `expect`: the exact text of the answer; null: not checked, and not kept. */
  constructor(read: ChunkReader, expect: string | null) {
    this.#read = read;
    this.#expect = expect;
  }

  /** The failure that ends the stream at once; null: go on. */
  accept(event: StreamEvent): Failure | null {
    this.#first_event ??= event.at;
    this.#last_event = event.at;
    const chunk = this.#read(event);
    if (chunk.kind === 'error') return { outcome: 'error-in-stream', message: chunk.message };
    if (chunk.kind === 'bad') return { outcome: 'bad-event', message: chunk.message };
    if (this.#done) return { outcome: 'bad-event', message: 'an event after the end' };
    if (chunk.kind === 'done') {
      this.#done = true;
      return null;
    }
    if (chunk.text !== '' && this.#characters < JUDGED_CHARACTERS) this.#beginning.push(chunk.text);
    this.#characters += chunk.text.length;
    if (this.#characters > MAX_CHARACTERS) return { outcome: 'bad-event', message: 'an answer without end' };
    if (chunk.token !== null && this.#finished.has(chunk.choice ?? 0))
      return { outcome: 'bad-event', message: 'output after its finish_reason' };
    this.#note(chunk, event.at);
    return null;
  }

  #note(chunk: Delta, at: number): void {
    if (this.#expect !== null) this.#text += chunk.text;
    if (chunk.choice !== null) this.#last_choice = at;
    if (chunk.token !== null) {
      this.#events[chunk.token]++;
      this.#token_times.push(at);
      if (chunk.usage_tokens === null) this.#counted = null;
      else this.#counted?.push(chunk.usage_tokens);
    }
    if (chunk.finish_reason !== null) {
      this.#finish_reason = chunk.finish_reason;
      this.#finished.add(chunk.choice ?? 0);
    }
    if (saysCounts(chunk)) this.#counts = newer(this.#counts, chunk);
    this.#done = chunk.ends;
  }

  /** Judges a stream that was closed in order; null: it is a whole answer, with the text that was expected. */
  judge(): Failure | null {
    if (this.#finish_reason === null) return { outcome: 'not-finished', message: 'no finish_reason' };
    if (!this.#done) return { outcome: 'not-finished', message: 'no [DONE]' };
    if (this.#token_times.length === 0)
      return { outcome: 'no-tokens', message: `finished (${this.#finish_reason}) without any output` };
    const mismatch = this.#expect === null ? null : deviation(this.#text, this.#expect);
    return mismatch === null ? null : { outcome: 'wrong-text', message: mismatch };
  }

  /** In typed arrays: a trace is kept to the end of the measurement, and most of it is these. */
  get trace(): AnswerTrace {
    const beginning = this.#beginning.join('');
    return {
      first_event_ms: this.#first_event,
      token_events_ms: Float64Array.from(this.#token_times),
      event_tokens: this.#counted === null ? null : differences(this.#counted),
      last_choice_ms: this.#last_choice,
      last_event_ms: this.#last_event,
      text_events: this.#events.text,
      reasoning_events: this.#events.reasoning,
      tool_events: this.#events.tool,
      finish_reason: this.#finish_reason,
      ...this.#counts,
      ...(beginning.trim() !== '' && isGarbage(beginning) ? { garbage: true } : {}),
    };
  }
}

/** Most events say none, and each event is to cost little. */
function saysCounts(chunk: Delta): boolean {
  return (
    chunk.usage_tokens !== null ||
    chunk.input_tokens !== null ||
    chunk.cached_tokens !== null ||
    chunk.drafted_tokens !== null ||
    chunk.accepted_tokens !== null ||
    chunk.verify_steps !== null
  );
}

function newer(old: Counts, chunk: Delta): Counts {
  return {
    usage_tokens: chunk.usage_tokens ?? old.usage_tokens,
    input_tokens: chunk.input_tokens ?? old.input_tokens,
    cached_tokens: chunk.cached_tokens ?? old.cached_tokens,
    drafted_tokens: chunk.drafted_tokens ?? old.drafted_tokens,
    accepted_tokens: chunk.accepted_tokens ?? old.accepted_tokens,
    verify_steps: chunk.verify_steps ?? old.verify_steps,
  };
}

function differences(so_far: readonly number[]): Int32Array {
  return Int32Array.from(so_far, (tokens, i) => tokens - (so_far[i - 1] ?? 0));
}

const SHOWN = 20;

/** Where two texts part, as visible text; null: they are equal. */
function deviation(got: string, expected: string): string | null {
  if (got === expected) return null;
  let at = 0;
  while (at < got.length && got[at] === expected[at]) at++;
  const piece = (text: string) =>
    at >= text.length ? 'the end' : `"${visible(text.slice(at, at + SHOWN))}"`;
  return `at character ${at}: ${piece(got)}, expected ${piece(expected)}`;
}
