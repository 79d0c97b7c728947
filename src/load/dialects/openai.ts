import type { Chunk, Counts, Delta, Json } from './chunk.ts';
import { errorText, number, object, string } from './chunk.ts';
import { timingCounts } from './timings.ts';

/** One event of an OpenAI completion or chat stream, with what vLLM, SGLang and llama.cpp add to it. */
export function readOpenai(body: Json): Chunk {
  const choices = (Array.isArray(body.choices) ? body.choices : []).map(object);
  const error = choices.find((choice) => choice?.error != null)?.error;
  if (error !== undefined) return { kind: 'error', message: errorText(error) };
  const choice = choices[0] ?? null;
  return {
    kind: 'delta',
    choice: choice === null ? null : (number(choice.index) ?? 0),
    ends: false,
    ...output(choice),
    ...counts(body),
  };
}

/** `text` in completions; `delta` in chat streams, with reasoning under either of two names. */
function output(choice: Json | null): Pick<Delta, 'text' | 'token' | 'finish_reason'> {
  const delta = object(choice?.delta);
  const text = string(choice?.text) + string(delta?.content);
  const hidden = string(delta?.reasoning_content) + string(delta?.reasoning);
  const calls = delta?.tool_calls;
  const reason = choice?.finish_reason;
  return {
    text,
    token:
      text !== '' || string(delta?.refusal) !== ''
        ? 'text'
        : hidden !== ''
          ? 'reasoning'
          : Array.isArray(calls) && calls.length > 0
            ? 'tool'
            : null,
    finish_reason: typeof reason === 'string' ? reason : null,
  };
}

function counts(body: Json): Counts {
  const usage = object(body.usage);
  const timings = timingCounts(body);
  return {
    ...timings,
    usage_tokens: number(usage?.completion_tokens) ?? timings.usage_tokens,
    input_tokens: number(usage?.prompt_tokens) ?? timings.input_tokens,
    cached_tokens: number(object(usage?.prompt_tokens_details)?.cached_tokens) ?? timings.cached_tokens,
  };
}
