import type { Chunk, Json } from './chunk.ts';
import { number, string } from './chunk.ts';
import { timingCounts } from './timings.ts';

/** One event of llama.cpp's own `/completion`: the last one says `stop` and has the counts. There is no `[DONE]`. */
export function readLlamaCompletion(body: Json): Chunk {
  const text = string(body.content);
  const stopped = body.stop === true;
  const counts = timingCounts(body);
  return {
    kind: 'delta',
    text,
    token: text === '' ? null : 'text',
    choice: number(body.index) ?? 0,
    finish_reason: stopped ? reason(body) : null,
    ends: stopped,
    ...counts,
    usage_tokens: number(body.tokens_predicted) ?? counts.usage_tokens,
    input_tokens: counts.input_tokens ?? number(body.tokens_evaluated),
  };
}

/** `stop_type`, and before it was there a flag for each. */
function reason(body: Json): string {
  const type = string(body.stop_type) || (body.stopped_limit === true ? 'limit' : 'eos');
  return type === 'limit' ? 'length' : 'stop';
}
