import type { SimAnswer } from '../../machine.ts';
import { asked, type Json, object, parseBody, promptText } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { identifier } from './identifier.ts';
import { refused } from './refusal.ts';
import { replyError, replyJson } from './reply.ts';
import { submit } from './submit.ts';

const DEFAULT_TOKENS = 128;

/** SGLang's own endpoint: streamed, each event repeats the whole text so far. */
export const generate: Endpoint = (launch, request, answer) => {
  if (refused(launch, answer)) return;
  const body = parseBody(request.body);
  if (body === null) return replyError(answer, 400, 'JSON decode error');
  const sampling = object(body['sampling_params']) ?? {};
  const prompt = promptText(body['text'] ?? body['input_ids']);
  const { max_new_tokens: max_tokens, ignore_eos } = sampling;
  const wanted = asked(launch, { prompt, max_tokens, ignore_eos }, DEFAULT_TOKENS);
  if (typeof wanted === 'string') return replyError(answer, 400, wanted);
  const began = launch.machine.time.now();
  const document = (text: string, tokens: number, reason: 'stop' | 'length' | null): Json => ({
    text,
    meta_info: {
      id,
      finish_reason:
        reason === null ? null : { type: reason, ...(reason === 'length' ? { length: tokens } : {}) },
      prompt_tokens: wanted.prompt_tokens,
      weight_version: 'default',
      completion_tokens: tokens,
      e2e_latency: (launch.machine.time.now() - began) / 1000,
    },
  });
  const id = identifier(launch.random);
  submit(launch, answer, { ...wanted, reader: readerOf(answer, document, body['stream'] === true) });
};

function readerOf(
  answer: SimAnswer,
  document: (text: string, tokens: number, reason: 'stop' | 'length' | null) => Json,
  stream: boolean,
) {
  let text = '';
  let tokens = 0;
  const send = (reason: 'stop' | 'length' | null) =>
    answer.write(`data: ${JSON.stringify(document(text, tokens, reason))}\n\n`);
  return {
    tokens(piece: string, count: number) {
      text += piece;
      tokens += count;
      if (!stream) return;
      answer.head(200, { server: 'uvicorn', 'content-type': 'text/event-stream; charset=utf-8' });
      send(null);
    },
    ended(reason: 'stop' | 'length') {
      if (!stream) return replyJson(answer, 200, document(text, tokens, reason));
      send(reason);
      answer.write('data: [DONE]\n\n');
      answer.end();
    },
  };
}
