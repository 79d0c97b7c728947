import { promptText } from './body.ts';
import { openaiEndpoint } from './openai.ts';

/** Completions end with an event of empty text that carries the reason. */
export const completions = openaiEndpoint({
  default_tokens: 16,
  prompt: (body) => promptText(body['prompt']),
  maxTokens: (body) => body['max_tokens'],
  object: 'text_completion',
  chunk_object: 'text_completion',
  whole: (text, reason) => ({ index: 0, text, logprobs: null, finish_reason: reason, matched_stop: null }),
  opening: () => [],
  piece: (text) => ({ index: 0, text, logprobs: null, finish_reason: null, matched_stop: null }),
  closing: (reason) => ({ index: 0, text: '', logprobs: null, finish_reason: reason, matched_stop: null }),
});
