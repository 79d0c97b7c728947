import type { WorkloadConfiguration } from '../core/config/configuration.ts';

export const PATHS = { completions: '/v1/completions', chat: '/v1/chat/completions' } as const;

/** The JSON of one request. What the workload says in `body` wins over everything but the stream itself. */
export function requestBody(workload: WorkloadConfiguration, model: string | null, prompt: string): string {
  const { api, max_tokens, temperature, body } = workload;
  return JSON.stringify({
    ...(model === null ? {} : { model }),
    ...(api === 'chat' ? { messages: [{ role: 'user', content: prompt }] } : { prompt }),
    max_tokens,
    temperature,
    stream_options: { include_usage: true },
    ...body,
    stream: true,
  });
}

/** The endpoint under the base address, whether or not that ends in a slash. */
export function requestUrl(base: string, api: WorkloadConfiguration['api']): URL {
  return new URL(base.replace(/\/+$/, '') + PATHS[api]);
}
