import type { WorkloadConfiguration } from '../core/config/configuration.ts';

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
