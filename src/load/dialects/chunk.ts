/** What one event of a stream says, in whatever dialect. */
export type Chunk =
  | { readonly kind: 'done' }
  | { readonly kind: 'error'; readonly message: string }
  /** No JSON object: nothing after it can be trusted. */
  | { readonly kind: 'bad'; readonly message: string }
  | Delta;

export type TokenKind = 'text' | 'reasoning' | 'tool';

export interface Delta extends Counts {
  readonly kind: 'delta';
  /** Part of the visible answer; reasoning and tool calls are not. */
  readonly text: string;
  /** The event carries output of the model, and of which kind; null: none (a role, an empty or null delta). */
  readonly token: TokenKind | null;
  /** Which of the answers it is about, from 0; null: none (usage alone, an end mark). */
  readonly choice: number | null;
  readonly finish_reason: string | null;
  /** The server has said everything with this event: no `[DONE]` will follow. */
  readonly ends: boolean;
}

/** The server's own counts, so far in this request; null: it does not say. */
export interface Counts {
  readonly usage_tokens: number | null;
  readonly input_tokens: number | null;
  readonly cached_tokens: number | null;
  readonly drafted_tokens: number | null;
  readonly accepted_tokens: number | null;
  readonly verify_steps: number | null;
}

export type Json = Readonly<Record<string, unknown>>;

export function object(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

export function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** What a server says of an error, whatever it is: never more than 300 characters. */
export function errorText(error: unknown): string {
  const message = object(error)?.message ?? error;
  return (typeof message === 'string' ? message : JSON.stringify(message)).slice(0, 300);
}
