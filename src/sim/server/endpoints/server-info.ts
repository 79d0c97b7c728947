import { GiB } from '../../../core/units.ts';
import { SGLANG_VERSION } from '../arguments/model.ts';
import type { Launch } from '../launch.ts';
import { CACHE_BYTES_PER_TOKEN, weightBytes } from '../memory.ts';
import type { Endpoint } from './endpoint.ts';
import { replyJson } from './reply.ts';

/** The arguments as the server has them, its capacity, and what its scheduler says of itself. */
export const serverInfo: Endpoint = (launch, _request, answer) => {
  const { report, max_prefill_tokens, context_length } = launch.arguments;
  const { cache_tokens } = launch.memory;
  replyJson(answer, 200, {
    ...report,
    status: 'ready',
    max_total_num_tokens: cache_tokens,
    max_req_input_len: Math.min(context_length, cache_tokens) - 6,
    max_prefill_tokens,
    internal_states: [internalState(launch)],
    version: SGLANG_VERSION,
  });
};

function internalState(launch: Launch): unknown {
  const { report, max_running_requests, draft } = launch.arguments;
  const { cache_tokens, graph_bytes } = launch.memory;
  const counters = launch.engine?.counters;
  return {
    ...report,
    last_gen_throughput: counters?.last_throughput ?? 0,
    memory_usage: {
      weight: gigabytes(weightBytes(launch.ranks.length)),
      kvcache: gigabytes(cache_tokens * CACHE_BYTES_PER_TOKEN),
      token_capacity: cache_tokens,
      graph: gigabytes(graph_bytes),
    },
    effective_max_running_requests_per_dp: max_running_requests,
    ...(draft.algorithm === 'none' ? {} : { avg_spec_accept_length: counters?.acceptanceLength() ?? null }),
  };
}

function gigabytes(bytes: number): number {
  return Math.round((bytes / GiB) * 100) / 100;
}
