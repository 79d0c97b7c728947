import type { Chunk, Json } from './chunk.ts';
import { errorText, number, object, string } from './chunk.ts';

/** SGLang's own `/generate`: each event has the whole text so far, and counts what it has made so far. */
export function sglangReader(): (body: Json) => Chunk {
  let text = '';
  let tokens = 0;
  return (body) => {
    const meta = object(body.meta_info);
    const finish = object(meta?.finish_reason);
    if (finish?.type === 'abort') return { kind: 'error', message: errorText(finish) };
    const so_far = string(body.text);
    // with --incremental-streaming-output an event has the new text alone
    const added = so_far.startsWith(text) ? so_far.slice(text.length) : so_far;
    text += added;
    const counted = number(meta?.completion_tokens);
    const more = counted === null ? added !== '' : counted > tokens;
    tokens = counted ?? tokens;
    return {
      kind: 'delta',
      text: added,
      token: more ? 'text' : null,
      choice: 0,
      finish_reason: string(finish?.type) || null,
      ends: false,
      usage_tokens: counted,
      input_tokens: number(meta?.prompt_tokens),
      cached_tokens: number(meta?.cached_tokens),
      drafted_tokens: number(meta?.spec_draft_token_num),
      accepted_tokens: number(meta?.spec_accept_token_num),
      verify_steps: number(meta?.spec_verify_ct),
    };
  };
}
