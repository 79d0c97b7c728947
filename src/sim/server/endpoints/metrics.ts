import type { Launch } from '../launch.ts';
import { gigabytes } from '../memory.ts';
import type { Endpoint } from './endpoint.ts';
import { reply, replyJson } from './reply.ts';

interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly value: number;
}

/** Prometheus text; only with --enable-metrics, else the path does not exist. */
export const metrics: Endpoint = (launch, _request, answer) => {
  if (!launch.arguments.enable_metrics) return replyJson(answer, 404, { detail: 'Not Found' });
  const labels = `{engine_type="unified",model_name="${launch.arguments.served_model_name}",pp_rank="0",tp_rank="0"}`;
  const lines = metricsOf(launch).map(
    ({ name, type, help, value }) =>
      `# HELP sglang:${name} ${help}\n# TYPE sglang:${name} ${type}\nsglang:${name}${labels} ${float(value)}\n`,
  );
  reply(answer, 200, 'text/plain; version=0.0.4; charset=utf-8', lines.join(''));
};

/** Numbers as Python's client library prints them. */
function float(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

function metricsOf(launch: Launch): readonly Metric[] {
  const { engine, memory, arguments: given } = launch;
  if (engine === null) return [];
  const batch = engine.batch();
  const { counters } = engine;
  const gauge = (name: string, help: string, value: number): Metric => ({ name, type: 'gauge', help, value });
  const counter = (name: string, help: string, value: number): Metric => ({
    name,
    type: 'counter',
    help,
    value,
  });
  const accepted = counters.acceptanceLength() ?? 0;
  const drafts = given.draft.algorithm !== 'none';
  return [
    gauge('num_running_reqs', 'The number of running requests.', batch.running),
    gauge('num_used_tokens', 'The number of used tokens.', batch.tokens),
    gauge('token_usage', 'The token usage.', batch.usage),
    gauge('num_queue_reqs', 'The number of requests in the waiting queue.', batch.queued),
    gauge('gen_throughput', 'The generation throughput (token/s).', counters.last_throughput),
    gauge(
      'cache_hit_rate',
      'The prefix cache hit rate.',
      counters.prompt_tokens === 0 ? 0 : counters.cached_tokens / counters.prompt_tokens,
    ),
    gauge(
      'max_total_num_tokens',
      'Maximum total number of tokens in the KV cache pool.',
      memory.cache_tokens,
    ),
    gauge(
      'startup_available_gpu_memory_gb',
      'Available GPU memory at the end of the start.',
      Number(gigabytes(memory.available_at_end)),
    ),
    ...(drafts
      ? [
          gauge('spec_accept_length', 'The average acceptance length of speculative decoding.', accepted),
          gauge(
            'spec_accept_rate',
            'The average acceptance rate of speculative decoding.',
            accepted / Math.max(1, given.draft.block - 1),
          ),
          gauge('spec_num_draft_tokens', 'The number of draft tokens.', given.draft.block),
          counter('spec_verify_calls_total', 'Number of verify calls.', counters.verify_calls),
        ]
      : []),
    counter('prompt_tokens_total', 'Number of prefill tokens processed.', counters.prompt_tokens),
    counter('generation_tokens_total', 'Number of generation tokens processed.', counters.generation_tokens),
    counter('cached_tokens_total', 'Number of cached prompt tokens.', counters.cached_tokens),
    counter('num_requests_total', 'Number of requests processed.', counters.finished_requests),
  ];
}
