import { MiB } from '../core/units.ts';
import { visible } from '../core/visible.ts';
import type { Timings } from './dialect.ts';
import { readChunk } from './dialect.ts';
import type { StreamEvent } from './sse.ts';

/** What a stream has said so far. */
export interface Answer {
  readonly text: string;
  /** Times of the events that carried output. */
  readonly token_times: readonly number[];
  readonly finish_reason: string | null;
  readonly done: boolean;
  readonly completion_tokens: number | null;
  readonly timings: Timings | null;
}

/** Why a stream is no answer: the outcome class, and a word more. */
export interface Failure {
  readonly outcome: string;
  readonly message: string;
}

/** More text than this is no answer to a request that bounds its tokens. */
const MAX_CHARACTERS = 8 * MiB;

/** Collects the events of one stream. Strict: whatever is not a whole answer is none. */
export class AnswerReader {
  #text = '';
  #token_times: number[] = [];
  #finish_reason: string | null = null;
  #done = false;
  #completion_tokens: number | null = null;
  #timings: Timings | null = null;

  /** The failure that ends the stream at once; null: go on. */
  accept(event: StreamEvent): Failure | null {
    const chunk = readChunk(event);
    if (chunk.kind === 'error') return { outcome: 'error-in-stream', message: chunk.message };
    if (chunk.kind === 'bad') return { outcome: 'bad-event', message: chunk.message };
    if (this.#done) return { outcome: 'bad-event', message: 'an event after [DONE]' };
    if (chunk.kind === 'done') {
      this.#done = true;
      return null;
    }
    this.#text += chunk.text;
    if (this.#text.length > MAX_CHARACTERS) return { outcome: 'bad-event', message: 'an answer without end' };
    if (chunk.has_token) this.#token_times.push(event.at);
    this.#finish_reason = chunk.finish_reason ?? this.#finish_reason;
    this.#completion_tokens = chunk.completion_tokens ?? this.#completion_tokens;
    this.#timings = chunk.timings ?? this.#timings;
    return null;
  }

  get answer(): Answer {
    return {
      text: this.#text,
      token_times: this.#token_times,
      finish_reason: this.#finish_reason,
      done: this.#done,
      completion_tokens: this.#completion_tokens,
      timings: this.#timings,
    };
  }
}

/** Judges a stream that was closed in order; null: it is a whole answer, with the text that was expected. */
export function judge(answer: Answer, expect: string | null): Failure | null {
  if (answer.finish_reason === null) return { outcome: 'not-finished', message: 'no finish_reason' };
  if (!answer.done) return { outcome: 'not-finished', message: 'no [DONE]' };
  if (answer.token_times.length === 0)
    return { outcome: 'no-tokens', message: `finished (${answer.finish_reason}) without any output` };
  const mismatch = expect === null ? null : deviation(answer.text, expect);
  return mismatch === null ? null : { outcome: 'wrong-text', message: mismatch };
}

const SHOWN = 20;

/** Where two texts part, as visible text; null: they are equal. */
export function deviation(got: string, expected: string): string | null {
  if (got === expected) return null;
  let at = 0;
  while (at < got.length && got[at] === expected[at]) at++;
  const piece = (text: string) =>
    at >= text.length ? 'the end' : `"${visible(text.slice(at, at + SHOWN))}"`;
  return `at character ${at}: ${piece(got)}, expected ${piece(expected)}`;
}
