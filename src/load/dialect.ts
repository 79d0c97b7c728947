import type { StreamEvent } from './sse.ts';

/** What one event of an OpenAI completion or chat stream says. */
export type Chunk =
  | { readonly kind: 'done' }
  | { readonly kind: 'error'; readonly message: string }
  /** No JSON object: nothing after it can be trusted. */
  | { readonly kind: 'bad'; readonly message: string }
  | Delta;

export interface Delta {
  readonly kind: 'delta';
  /** Part of the visible answer; reasoning and tool calls are not. */
  readonly text: string;
  /** The event carries output of the model, of whatever kind: reasoning counts, an empty or null delta does not. */
  readonly has_token: boolean;
  readonly finish_reason: string | null;
  /** From `usage`: tokens that the server says it made. */
  readonly completion_tokens: number | null;
  readonly timings: Timings | null;
}

/** llama.cpp's own counters; drafts are absent where nothing was drafted. */
export interface Timings {
  readonly predicted_n: number | null;
  readonly draft_n: number | null;
  readonly draft_n_accepted: number | null;
}

type Json = Readonly<Record<string, unknown>>;

export function readChunk(event: StreamEvent): Chunk {
  if (event.data === '[DONE]') return { kind: 'done' };
  let parsed: unknown;
  try {
    parsed = JSON.parse(event.data);
  } catch {
    return { kind: 'bad', message: 'an event that is no JSON' };
  }
  const body = object(parsed);
  if (body === null) return { kind: 'bad', message: 'an event that is no JSON object' };
  const choice = object(Array.isArray(body.choices) ? body.choices[0] : null);
  const error =
    body.error ?? choice?.error ?? (body.object === 'error' || event.name === 'error' ? body : null);
  if (error !== null) return { kind: 'error', message: errorText(error) };
  return {
    kind: 'delta',
    completion_tokens: number(object(body.usage)?.completion_tokens),
    timings: timingsOf(body),
    ...output(choice),
  };
}

/** `text` in completions; `delta` in chat streams, with reasoning under either of two names. */
function output(choice: Json | null): Pick<Delta, 'text' | 'has_token' | 'finish_reason'> {
  const delta = object(choice?.delta);
  const text = string(choice?.text) + string(delta?.content);
  const hidden = string(delta?.reasoning_content) + string(delta?.reasoning) + string(delta?.refusal);
  const calls = delta?.tool_calls;
  const has_token = text !== '' || hidden !== '' || (Array.isArray(calls) && calls.length > 0);
  const reason = choice?.finish_reason;
  return { text, has_token, finish_reason: typeof reason === 'string' ? reason : null };
}

function timingsOf(body: Json): Timings | null {
  const timings = object(body.timings);
  if (timings === null) return null;
  return {
    predicted_n: number(timings.predicted_n),
    draft_n: number(timings.draft_n),
    draft_n_accepted: number(timings.draft_n_accepted),
  };
}

function errorText(error: unknown): string {
  const message = object(error)?.message ?? error;
  return (typeof message === 'string' ? message : JSON.stringify(message)).slice(0, 300);
}

function object(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
