import type { LoadDialect, PreparedRequest } from '../ports/load.ts';
import type { WantedRequests } from '../ports/requests.ts';

type Wanted = Pick<WantedRequests, 'temperature' | 'ignore_eos' | 'body' | 'dialect'> & {
  readonly target: Pick<WantedRequests['target'], 'model'>;
};

/** The JSON of one request in its dialect. What the user says in `body` wins over everything but the stream itself. */
export function bodyOf(wanted: Wanted, prompt: string, max_tokens: number): PreparedRequest {
  const { temperature, ignore_eos, body, target, dialect } = wanted;
  const model = target.model === null ? {} : { model: target.model };
  const sampling = {
    ...(temperature === null ? {} : { temperature }),
    ...(ignore_eos ? { ignore_eos: true } : {}),
  };
  const parts = { model, prompt, max_tokens, sampling };
  return {
    body: JSON.stringify({ ...FORMS[dialect](parts), ...body, stream: true }),
    requested_tokens: max_tokens,
  };
}

interface Parts {
  readonly model: { readonly model?: string };
  readonly prompt: string;
  readonly max_tokens: number;
  readonly sampling: Readonly<Record<string, unknown>>;
}

const USAGE = { stream_options: { include_usage: true } };

const FORMS: Readonly<Record<LoadDialect, (parts: Parts) => Readonly<Record<string, unknown>>>> = {
  completions: ({ model, prompt, max_tokens, sampling }) => ({
    ...model,
    prompt,
    max_tokens,
    ...sampling,
    ...USAGE,
  }),
  chat: ({ model, prompt, max_tokens, sampling }) => ({
    ...model,
    messages: [{ role: 'user', content: prompt }],
    max_tokens,
    ...sampling,
    ...USAGE,
  }),
  'sglang-generate': ({ prompt, max_tokens, sampling }) => ({
    text: prompt,
    sampling_params: { max_new_tokens: max_tokens, ...sampling },
  }),
  'llama-completion': ({ prompt, max_tokens, sampling }) => ({ prompt, n_predict: max_tokens, ...sampling }),
};
