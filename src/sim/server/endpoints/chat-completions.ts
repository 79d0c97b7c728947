import { conversationText, type Json } from './body.ts';
import { openaiEndpoint } from './openai.ts';

const choice = (delta: Json, finish_reason: string | null): Json => ({
  index: 0,
  delta: { reasoning_content: null, ...delta },
  logprobs: null,
  finish_reason,
  matched_stop: null,
});

/** Chat begins with an event that names the role and ends with one that has the reason alone. */
export const chatCompletions = openaiEndpoint({
  default_tokens: 2048,
  prompt: (body) => conversationText(body['messages']),
  maxTokens: (body) => body['max_completion_tokens'] ?? body['max_tokens'],
  object: 'chat.completion',
  chunk_object: 'chat.completion.chunk',
  whole: (text, reason) => ({
    index: 0,
    message: { role: 'assistant', content: text, reasoning_content: null, tool_calls: null },
    logprobs: null,
    finish_reason: reason,
    matched_stop: null,
  }),
  opening: () => [choice({ role: 'assistant', content: '' }, null)],
  piece: (text) => choice({ content: text }, null),
  closing: (reason) => choice({}, reason),
});
