import { readFileSync } from 'node:fs';
import type { ReadBackSources } from '../../../../src/core/engine/definition.ts';
import type { LogLine } from '../../../../src/core/log-line.ts';
import { logLines } from '../llamacpp/fixture.ts';

const FOLDER = new URL('../../../fixtures/sglang/', import.meta.url);

/** A log of the real engine (0.5.23, on two cores), shortened. */
export function captured(name: string): readonly LogLine[] {
  return logLines(readFileSync(new URL(`${name}.log`, FOLDER), 'utf8').trimEnd());
}

/** What the real engine (on a processor) answered under /server_info, some of its 556 keys. */
export function capturedInfo(): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL('cpu-server-info.json', FOLDER), 'utf8'));
}

export interface Start {
  readonly window?: string;
  readonly budget?: number;
  readonly topk_forced?: boolean;
  readonly free_gb?: readonly number[];
  readonly until?: 'distributed' | 'weights' | 'graphs' | 'ready';
}

const RANKS = [3, 0, 5, 7, 1, 2, 6, 4];
const at = (time: string, who: string) => `[2026-07-20 ${time}${who === '' ? '' : ` ${who}`}] `;

/** A start with eight ranks, DFlash and a draft tree, as the engine logs it on GPUs. */
export function treeStart(options: Start = {}): readonly string[] {
  const { window = 'None', budget = 8, free_gb = RANKS.map(() => 93.18), until = 'ready' } = options;
  const each = (time: string, text: (rank: number) => string) =>
    RANKS.map((rank) => at(time, `TP${rank}`) + text(rank));
  const arguments_ = [
    '/opt/cuda/__init__.py:3: FutureWarning: The cuda.cudart module is deprecated and will be removed',
    ...(options.topk_forced === true
      ? [
          `${at('08:30:57', '')}DFLASH only supports speculative_eagle_topk == 1; overriding speculative_eagle_topk=4 to 1.`,
        ]
      : []),
    `${at('08:30:57', '')}Max running requests is reset to 48 for speculative decoding. You can override this by explicitly setting --max-running-requests.`,
    `${at('08:30:58', '')}server_args=ServerArgs(model_path='/models/k26', tp_size=8, speculative_algorithm='DDTREE', max_running_requests=48, mem_fraction_static=0.9)`,
  ];
  const distributed = [
    ...each('08:31:09', () => 'Init torch distributed begin.'),
    ...RANKS.map(
      (rank) =>
        `[Gloo] Rank ${rank} is connected to 7 peer ranks. Expected number of connected peer ranks is : 7`,
    ),
    ...each('08:31:20', () => 'Init torch distributed ends. elapsed=10.93 s, mem usage=1.41 GB'),
  ];
  const weights = [
    ...each('08:31:21', (rank) => `Load weight begin. avail mem=${free_gb[rank]?.toFixed(2)} GB`),
    'Loading safetensors checkpoint shards:   0% Completed | 0/64 [00:00<?, ?it/s]\rLoading safetensors checkpoint shards: 100% Completed | 64/64 [04:50<00:00,  4.53s/it]',
    ...each(
      '08:36:22',
      () =>
        'Load weight end. elapsed=301.27 s, type=KimiK25ForConditionalGeneration, quant=compressed-tensors, avail mem=22.55 GB, mem usage=70.63 GB.',
    ),
  ];
  const graphs = [
    ...each(
      '08:36:30',
      () => 'KV Cache is allocated. dtype: torch.bfloat16, #tokens: 181248, KV size: 11.87 GB',
    ),
    ...each(
      '08:36:31',
      () =>
        'Capture target verify CUDA graph begin. backend=full, num_tokens_per_req=9, bs=[1, 2, 4, 8], avail mem=9.60 GB',
    ),
    'Capturing batches (bs=48 avail_mem=9.31 GB):   0%|          | 0/10 [00:00<?, ?it/s]',
    ...each(
      '08:37:12',
      () => 'Capture target verify CUDA graph end. elapsed=41.20 s, mem usage=1.35 GB, avail mem=8.25 GB.',
    ),
  ];
  const ready = [
    ...each('08:37:13', () => 'Load weight begin. avail mem=8.25 GB'),
    `Capturing batches (bs=1 avail_mem=6.20 GB): 100%|██████████| 10/10 [00:07<00:00,  1.42it/s]${at('08:37:20', 'TP0')}Initialized DFLASH draft runner. attention_backend=flashinfer, model=DFlashDraftModel, block_size=8, draft_window_size=${window}, compact_cache=${window === 'None' ? 'False' : 'True'}`,
    `${at('08:37:20', 'TP0')}Initialized DDTree worker. block_size=8, tree_budget=${budget}, max_tree_nodes=${budget + 1}`,
    `${at('08:37:50', 'TP0')}max_total_num_tokens=181248, chunked_prefill_size=8192, max_prefill_tokens=16384, max_running_requests=48, context_len=262144, available_gpu_mem=6.10 GB`,
    `${at('08:37:51', '')}INFO:     Started server process [4711]`,
    `${at('08:37:51', '')}INFO:     Uvicorn running on http://0.0.0.0:30000 (Press CTRL+C to quit)`,
    `${at('08:37:58', '')}The server is fired up and ready to roll!`,
  ];
  const parts = { distributed, weights, graphs, ready };
  const names = Object.keys(parts) as (keyof typeof parts)[];
  return [...arguments_, ...names.slice(0, names.indexOf(until) + 1).flatMap((name) => parts[name])];
}

/** What such a server reports. */
export function treeInfo(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    model_path: '/models/k26',
    tp_size: 8,
    page_size: 1,
    context_length: null,
    mem_fraction_static: 0.9,
    max_running_requests: 48,
    enable_mixed_chunk: false,
    cuda_graph_bs: [1, 2, 4, 8],
    speculative_algorithm: 'DDTREE',
    speculative_num_draft_tokens: 8,
    speculative_eagle_topk: 1,
    speculative_draft_window_size: null,
    speculative_ddtree_budget: 8,
    speculative_ddtree_topk: 4,
    max_total_num_tokens: 181248,
    version: '0.5.23',
    internal_states: [{ effective_max_running_requests_per_dp: 48, avg_spec_accept_length: 4.02 }],
    ...more,
  };
}

/** Sources of a read-back; the log may be given as text. */
export function sources(
  more: Partial<Omit<ReadBackSources, 'log'>> & {
    readonly info?: unknown;
    readonly log?: readonly string[] | readonly LogLine[];
  },
): ReadBackSources {
  const { info = null, log = [], ...rest } = more;
  const lines = log.map((line, i) =>
    typeof line === 'string' ? { text: line, line: i + 1, offset: 0 } : line,
  );
  return {
    documents: { '/server_info': info, '/model_info': null, '/v1/models': null, '/get_server_info': null },
    behaviour: { draft_tokens: null, accepted_tokens: null },
    argv: ['sglang', 'serve'],
    env: {},
    cores: 8,
    ...rest,
    log: lines,
  };
}
