import { fieldOf, parseJson } from './json.ts';
import { samplesOf, totalOf } from './prometheus.ts';

/**
 * What of vLLM's metrics belongs into a report: the configuration of each engine's cache, the start of the process, and
 * how many tokens were drafted since then (null: speculation is off, or not counted).
 */
export function readVllmMetrics(body: string): unknown {
  const caches = samplesOf(body, 'vllm:cache_config_info').map(({ labels }) => labels);
  const started = samplesOf(body, 'process_start_time_seconds')[0]?.value ?? null;
  if (caches.length === 0 && started === null) return null;
  return {
    cache_config: caches,
    process_start_time_seconds: started,
    draft_tokens: totalOf(body, 'vllm:spec_decode_num_draft_tokens_total'),
  };
}

/** The effective configuration alone: beside it the answer has the environment of the server, and in it a key. */
export function readVllmServerInfo(body: string): unknown {
  const config = fieldOf(parseJson(body), 'vllm_config');
  if (typeof config !== 'object' || config === null) return null;
  const model = fieldOf(config, 'model_config');
  if (typeof model !== 'object' || model === null) return { vllm_config: config };
  const { hf_token: _key, ...rest } = model as Record<string, unknown>;
  return { vllm_config: { ...config, model_config: rest } };
}
