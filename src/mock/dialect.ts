import type { MockRequest } from './read-request.ts';
import type { Scenario } from './script.ts';

export type Json = Readonly<Record<string, unknown>>;

/** What a request for an answer asks. */
export interface Asked {
  readonly dialect: Dialect;
  readonly tokens: number;
  readonly prompt_tokens: number;
  /** An event with usage alone, as `stream_options.include_usage` asks for it. */
  readonly usage: boolean;
  /** `user` of the body. */
  readonly label: string | null;
}

/** How one dialect says the same things. */
export interface Dialect {
  readonly name: string;
  /** An event with output: its own text and everything so far; `finish_reason` where it is the last. */
  output(part: OutputPart): Json;
  /** An event with a finish and no output; null: the finish stands in the last event with output. */
  finish(reason: string | null): Json | null;
  /** Counts so far, to be merged into an event; alone they are an event with `alone`. */
  usage(counts: Counts): Json;
  alone: Json | null;
  /** What ends the stream; null: nothing does. */
  readonly end_mark: string | null;
}

export interface OutputPart {
  readonly text: string;
  readonly so_far: string;
  readonly kind: Scenario['payload']['kind'];
  readonly choice: number;
  readonly finish_reason: string | null;
  /** More of the choice, where the dialect has choices. */
  readonly choice_fields: Json;
}

export interface Counts {
  readonly prompt: number;
  /** null: left out. */
  readonly completion: number | null;
}

const openai = (name: string, object: string, content: (part: OutputPart | null) => Json): Dialect => {
  const base = { id: `${name}-0`, object, created: 1_700_000_000, model: 'mock' };
  return {
    name,
    output: (part) => ({
      ...base,
      choices: [
        {
          index: part.choice,
          ...content(part),
          logprobs: null,
          finish_reason: part.finish_reason,
          ...part.choice_fields,
        },
      ],
    }),
    finish: (finish_reason) => ({
      ...base,
      choices: [{ index: 0, ...content(null), logprobs: null, finish_reason }],
    }),
    usage: ({ prompt, completion }) => ({
      usage: {
        prompt_tokens: prompt,
        ...(completion === null ? {} : { completion_tokens: completion, total_tokens: prompt + completion }),
      },
    }),
    alone: { ...base, choices: [] },
    end_mark: '[DONE]',
  };
};

const COMPLETIONS = openai('completions', 'text_completion', (part) => ({ text: part?.text ?? '' }));

const CHAT = openai('chat', 'chat.completion.chunk', (part) => ({ delta: part === null ? {} : delta(part) }));

function delta({ kind, text }: OutputPart): Json {
  if (kind === 'text') return { content: text };
  if (kind === 'tool_calls') return { tool_calls: [{ index: 0, function: { arguments: text } }] };
  return { [kind]: text };
}

const GENERATE: Dialect = {
  name: 'sglang-generate',
  output: ({ so_far, finish_reason }) => ({
    text: so_far,
    meta_info: { id: '0', finish_reason: finish_reason === null ? null : { type: finish_reason } },
  }),
  finish: () => null,
  usage: ({ prompt, completion }) => ({
    meta_info: { prompt_tokens: prompt, ...(completion === null ? {} : { completion_tokens: completion }) },
  }),
  alone: null,
  end_mark: '[DONE]',
};

const LLAMA: Dialect = {
  name: 'llama-completion',
  output: ({ text }) => ({ index: 0, content: text, tokens: [], stop: false }),
  finish: (reason) => ({
    index: 0,
    content: '',
    stop: true,
    stop_type: reason === 'length' ? 'limit' : 'eos',
  }),
  usage: ({ prompt, completion }) => ({
    tokens_evaluated: prompt,
    ...(completion === null ? {} : { tokens_predicted: completion }),
  }),
  alone: null,
  end_mark: null,
};

const BY_PATH: Readonly<Record<string, Dialect>> = {
  '/v1/completions': COMPLETIONS,
  '/v1/chat/completions': CHAT,
  '/generate': GENERATE,
  '/completion': LLAMA,
};

/** A server answers so many tokens where the request does not say. */
const DEFAULT_TOKENS = 16;

/** null: no request for an answer. */
export function askedBy({ method, path, body }: MockRequest): Asked | null {
  const dialect = BY_PATH[path];
  if (dialect === undefined || method !== 'POST') return null;
  const json = parsed(body);
  const sampling = json['sampling_params'] as Json | undefined;
  const tokens =
    json['max_completion_tokens'] ?? json['max_tokens'] ?? json['n_predict'] ?? sampling?.['max_new_tokens'];
  const options = json['stream_options'] as Json | null | undefined;
  const prompt = json['prompt'] ?? json['text'] ?? json['messages'] ?? '';
  const text = typeof prompt === 'string' ? prompt : JSON.stringify(prompt);
  return {
    dialect,
    tokens: typeof tokens === 'number' ? tokens : DEFAULT_TOKENS,
    prompt_tokens: Buffer.byteLength(text),
    usage: options?.['include_usage'] === true,
    label: typeof json['user'] === 'string' ? json['user'] : null,
  };
}

function parsed(body: Buffer): Json {
  try {
    return JSON.parse(body.toString('utf8')) as Json;
  } catch {
    return {};
  }
}
