import type { SimAnswer } from '../../machine.ts';
import { asked, type Json, object, parseBody, type Usage, usageOf } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { identifier } from './identifier.ts';
import { refused } from './refusal.ts';
import { replyError, replyJson } from './reply.ts';
import { submit } from './submit.ts';

export type FinishReason = 'stop' | 'length';

/** What differs between completions and chat. */
export interface Dialect {
  readonly default_tokens: number;
  prompt(body: Json): string | null;
  maxTokens(body: Json): unknown;
  readonly object: string;
  readonly chunk_object: string;
  /** The choice of a whole answer. */
  whole(text: string, reason: FinishReason): Json;
  /** Choices that come before the first text, those with text, and those after the last. */
  opening(): readonly Json[];
  piece(text: string): Json;
  closing(reason: FinishReason): Json;
}

/** One endpoint of OpenAI's API. Streamed: one event for each decode step, however many tokens it brought. */
export function openaiEndpoint(dialect: Dialect): Endpoint {
  return (launch, request, answer) => {
    if (refused(launch, answer)) return;
    const body = parseBody(request.body);
    if (body === null) return replyError(answer, 400, 'JSON decode error');
    const wanted = asked(
      launch,
      { prompt: dialect.prompt(body), max_tokens: dialect.maxTokens(body), ignore_eos: body['ignore_eos'] },
      dialect.default_tokens,
    );
    if (typeof wanted === 'string') return replyError(answer, 400, wanted);
    const identity = {
      id: identifier(launch.random),
      object: body['stream'] === true ? dialect.chunk_object : dialect.object,
      created: Math.floor(launch.machine.time.wall() / 1000),
      model: typeof body['model'] === 'string' ? body['model'] : launch.arguments.served_model_name,
    };
    const reader =
      body['stream'] === true
        ? streamed(answer, { dialect, identity, body, prompt_tokens: wanted.prompt_tokens })
        : collected(answer, { dialect, identity, prompt_tokens: wanted.prompt_tokens });
    submit(launch, answer, { ...wanted, reader });
  };
}

interface Answering {
  readonly dialect: Dialect;
  readonly identity: Json;
  readonly prompt_tokens: number;
}

function collected(answer: SimAnswer, { dialect, identity, prompt_tokens }: Answering) {
  let text = '';
  let tokens = 0;
  return {
    tokens(piece: string, count: number) {
      text += piece;
      tokens += count;
    },
    ended: (reason: FinishReason) =>
      replyJson(answer, 200, {
        ...identity,
        choices: [dialect.whole(text, reason)],
        usage: usageOf(prompt_tokens, tokens),
      }),
  };
}

function streamed(
  answer: SimAnswer,
  { dialect, identity, prompt_tokens, body }: Answering & { readonly body: Json },
) {
  const options = object(body['stream_options']);
  const running_usage = options?.['continuous_usage_stats'] === true;
  const beginning = `data: ${JSON.stringify(identity).slice(0, -1)},"choices":`;
  let tokens = 0;
  const send = (choices: readonly Json[], usage?: Usage) => {
    const rest = usage === undefined ? '' : `,"usage":${JSON.stringify(usage)}`;
    answer.write(`${beginning}${JSON.stringify(choices)}${rest}}\n\n`);
  };
  return {
    tokens(piece: string, count: number) {
      if (tokens === 0) {
        answer.head(200, { server: 'uvicorn', 'content-type': 'text/event-stream; charset=utf-8' });
        for (const choice of dialect.opening()) send([choice]);
      }
      tokens += count;
      send([dialect.piece(piece)], running_usage ? usageOf(prompt_tokens, tokens) : undefined);
    },
    ended(reason: FinishReason) {
      send([dialect.closing(reason)]);
      if (options?.['include_usage'] === true) send([], usageOf(prompt_tokens, tokens));
      answer.write('data: [DONE]\n\n');
      answer.end();
    },
  };
}
