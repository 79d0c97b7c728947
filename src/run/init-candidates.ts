/** A parameter that is often worth trying. */
export interface Candidate {
  readonly name: string;
  readonly flag: string;
  readonly values: readonly (string | number | null)[];
  readonly why: string;
  /** What the engine takes where the flag is absent; absent: its table of flags says it. */
  readonly preset?: string;
  /** Only worth trying where the command has this flag. */
  readonly needs?: string;
}

const LLAMACPP: readonly Candidate[] = [
  {
    name: 'slots',
    flag: '--parallel',
    values: [1, 2, 4],
    why: 'requests served at once; an explicit number divides the context',
  },
  {
    name: 'ubatch',
    flag: '--ubatch-size',
    values: [256, 512, 1024],
    why: 'prompt tokens in one step: time to first token, and memory',
  },
  {
    name: 'batch',
    flag: '--batch-size',
    values: [1024, 2048, 4096],
    why: 'prompt tokens that are planned together',
  },
  {
    name: 'draft',
    flag: '--spec-draft-n-max',
    values: [2, 4, 8],
    why: 'tokens drafted ahead; only with a draft model and --spec-type',
  },
  { name: 'flash', flag: '--flash-attn', values: ['auto', 'on', 'off'], why: 'attention kernel' },
  {
    name: 'kv',
    flag: '--cache-type-k',
    values: ['f16', 'q8_0'],
    why: 'precision of the keys in the cache: memory against quality',
  },
  {
    name: 'threads',
    flag: '--threads',
    values: [4, 8],
    why: 'compute threads; more than there are free cores is slower',
  },
];

const SPECULATES = '--speculative-algorithm';

/** Defaults as of SGLang 0.5. */
const SGLANG: readonly Candidate[] = [
  {
    name: 'budget',
    flag: '--speculative-ddtree-budget',
    values: [4, 8, 12, 16],
    preset: 'the block size - 1',
    needs: '--speculative-ddtree-budget',
    why: 'nodes of the draft tree that are verified at once',
  },
  {
    name: 'topk',
    flag: '--speculative-ddtree-topk',
    values: [4, 6],
    preset: 'unknown',
    needs: '--speculative-ddtree-topk',
    why: 'branches of the draft tree at each depth',
  },
  {
    name: 'window',
    flag: '--speculative-draft-window-size',
    values: [null, 2048],
    preset: 'none: the whole context',
    needs: SPECULATES,
    why: 'tokens of the context that the draft looks at',
  },
  {
    name: 'chunk',
    flag: '--chunked-prefill-size',
    values: [2048, 4096, 8192],
    preset: '2048 to 16384 by memory',
    why: 'prompt tokens in one step: time to first token against the pace of the others',
  },
  {
    name: 'requests',
    flag: '--max-running-requests',
    values: [16, 48, 128],
    preset: 'by memory, 48 with speculation',
    why: 'requests served at once',
  },
  {
    name: 'memory',
    flag: '--mem-fraction-static',
    values: [0.8, 0.85, 0.9],
    preset: 'by device',
    why: 'share of memory for weights and cache; too much ends in out-of-memory',
  },
  {
    name: 'graphs',
    flag: '--cuda-graph-max-bs',
    values: [32, 64, 128],
    preset: '8 to 512 by device',
    why: 'largest batch with a captured graph; more takes memory and load time',
  },
  {
    name: 'policy',
    flag: '--schedule-policy',
    values: ['fcfs', 'lpm'],
    preset: 'fcfs',
    why: 'which request comes next',
  },
];

/** Defaults as of vLLM 0.21. */
const VLLM: readonly Candidate[] = [
  {
    name: 'seqs',
    flag: '--max-num-seqs',
    values: [64, 128, 256],
    preset: '256, 1024 from 70 GB on',
    why: 'requests served at once',
  },
  {
    name: 'tokens',
    flag: '--max-num-batched-tokens',
    values: [2048, 4096, 8192],
    preset: '2048, 8192 from 70 GB on',
    why: 'tokens in one step: time to first token against the pace of the others',
  },
  {
    name: 'memory',
    flag: '--gpu-memory-utilization',
    values: [0.85, 0.9, 0.92],
    preset: '0.92',
    why: 'share of memory for weights and cache',
  },
  {
    name: 'blocks',
    flag: '--block-size',
    values: [16, 32],
    preset: '16',
    why: 'tokens in one block of the cache',
  },
];

/** In the order in which one would try them; the first that fits is written live, the others as comments. */
export const CANDIDATES: Readonly<Record<'llamacpp' | 'sglang' | 'vllm', readonly Candidate[]>> = {
  llamacpp: LLAMACPP,
  sglang: SGLANG,
  vllm: VLLM,
};
