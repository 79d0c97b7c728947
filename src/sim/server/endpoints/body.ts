import { countTokens } from '../engine/task.ts';
import type { Launch } from '../launch.ts';

export type Json = Readonly<Record<string, unknown>>;

export function object(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

export function parseBody(text: string): Json | null {
  try {
    return object(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A prompt in any form of the API: text, list of texts, list of token numbers; null: none. */
export function promptText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.length > 0 ? value.map(String).join(' ') : null;
}

/** The words of a conversation, in order; null: no list of messages. */
export function conversationText(value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  return value.map((message) => contentText(object(message)?.['content'])).join('\n');
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => String(object(part)?.['text'] ?? '')).join('');
}

export interface Asked {
  readonly prompt: string;
  readonly prompt_tokens: number;
  readonly max_tokens: number;
  readonly ignore_eos: boolean;
}

/** What a request asks of the engine, or the message of the 400 that it gets. */
export function asked(
  launch: Launch,
  input: { readonly prompt: string | null; readonly max_tokens: unknown; readonly ignore_eos: unknown },
  default_tokens: number,
): Asked | string {
  const { prompt } = input;
  if (prompt === null) return 'prompt: Field required';
  const { context_length } = launch.arguments;
  const prompt_tokens = countTokens(prompt);
  const max_tokens = typeof input.max_tokens === 'number' ? Math.floor(input.max_tokens) : default_tokens;
  if (max_tokens < 1) return `max_new_tokens must be at least 1, got ${max_tokens}.`;
  const room = Math.min(context_length, launch.memory.cache_tokens);
  if (prompt_tokens + max_tokens > room)
    return `Requested token count exceeds the model's maximum context length of ${room} tokens. You requested a total of ${prompt_tokens + max_tokens} tokens: ${prompt_tokens} tokens from the input messages and ${max_tokens} tokens for the completion.`;
  return { prompt, prompt_tokens, max_tokens, ignore_eos: input.ignore_eos === true };
}

export interface Usage {
  readonly prompt_tokens: number;
  readonly total_tokens: number;
  readonly completion_tokens: number;
  readonly prompt_tokens_details: null;
  readonly reasoning_tokens: number;
  readonly completion_tokens_details: null;
}

export function usageOf(prompt_tokens: number, completion_tokens: number): Usage {
  return {
    prompt_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    completion_tokens,
    prompt_tokens_details: null,
    reasoning_tokens: 0,
    completion_tokens_details: null,
  };
}
