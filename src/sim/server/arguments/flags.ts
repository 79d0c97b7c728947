/** How argparse reads a flag's value. */
export type FlagKind = 'text' | 'integer' | 'real' | 'switch';

/** One flag of `sglang serve`: the key under which server_args reports it, and its names, the present one first. */
export interface Flag {
  readonly key: string;
  readonly names: readonly string[];
  readonly kind: FlagKind;
  readonly choices?: readonly string[];
  /** Older names: accepted with a warning. */
  readonly deprecated?: readonly string[];
}

const text = (key: string, ...names: string[]): Flag => ({ key, names, kind: 'text' });
const integer = (key: string, ...names: string[]): Flag => ({ key, names, kind: 'integer' });
const real = (key: string, ...names: string[]): Flag => ({ key, names, kind: 'real' });
const toggle = (key: string, ...names: string[]): Flag => ({ key, names, kind: 'switch' });

/** This build has a draft for these alone. */
const ALGORITHMS = ['DFLASH', 'DDTREE'];

/** The flags that the simulated server knows: those of SGLang 0.5.23 that a sweep meets, and the DDTree fork's two. */
export const FLAGS: readonly Flag[] = [
  text('model_path', '--model-path', '--model'),
  text('tokenizer_path', '--tokenizer-path'),
  text('served_model_name', '--served-model-name'),
  toggle('trust_remote_code', '--trust-remote-code'),
  integer('context_length', '--context-length'),
  text('dtype', '--dtype'),
  text('quantization', '--quantization'),
  text('kv_cache_dtype', '--kv-cache-dtype'),
  text('host', '--host'),
  integer('port', '--port'),
  text('api_key', '--api-key'),
  real('mem_fraction_static', '--mem-fraction-static'),
  integer('max_running_requests', '--max-running-requests'),
  integer('max_queued_requests', '--max-queued-requests'),
  integer('max_total_tokens', '--max-total-tokens'),
  integer('chunked_prefill_size', '--chunked-prefill-size'),
  integer('max_prefill_tokens', '--max-prefill-tokens'),
  text('schedule_policy', '--schedule-policy'),
  real('schedule_conservativeness', '--schedule-conservativeness'),
  integer('page_size', '--page-size'),
  integer('tp_size', '--tp-size', '--tensor-parallel-size', '--tp'),
  integer('pp_size', '--pp-size', '--pipeline-parallel-size'),
  integer('dp_size', '--dp-size', '--data-parallel-size'),
  integer('ep_size', '--ep-size', '--expert-parallel-size', '--ep'),
  toggle('enable_dp_attention', '--enable-dp-attention'),
  toggle('enable_mixed_chunk', '--enable-mixed-chunk'),
  toggle('disable_radix_cache', '--disable-radix-cache'),
  toggle('disable_overlap_schedule', '--disable-overlap-schedule'),
  toggle('disable_cuda_graph', '--disable-cuda-graph'),
  toggle('disable_custom_all_reduce', '--disable-custom-all-reduce'),
  text('attention_backend', '--attention-backend'),
  text('moe_runner_backend', '--moe-runner-backend'),
  text('reasoning_parser', '--reasoning-parser'),
  text('tool_call_parser', '--tool-call-parser'),
  integer('random_seed', '--random-seed'),
  integer('decode_log_interval', '--decode-log-interval'),
  integer('stream_interval', '--stream-interval'),
  integer('watchdog_timeout', '--watchdog-timeout'),
  text('log_level', '--log-level'),
  toggle('enable_metrics', '--enable-metrics'),
  toggle('skip_server_warmup', '--skip-server-warmup'),
  { ...text('speculative_algorithm', '--speculative-algorithm'), choices: ALGORITHMS },
  text('speculative_draft_model_path', '--speculative-draft-model-path', '--speculative-draft-model'),
  integer('speculative_num_steps', '--speculative-num-steps'),
  integer('speculative_eagle_topk', '--speculative-eagle-topk'),
  integer('speculative_num_draft_tokens', '--speculative-num-draft-tokens'),
  integer('speculative_dflash_block_size', '--speculative-dflash-block-size'),
  {
    ...integer('speculative_draft_window_size', '--speculative-draft-window-size'),
    deprecated: ['--speculative-dflash-draft-window-size'],
  },
  text('speculative_draft_attention_backend', '--speculative-draft-attention-backend'),
  integer('speculative_ddtree_budget', '--speculative-ddtree-budget'),
  integer('speculative_ddtree_topk', '--speculative-ddtree-topk'),
];

/** Every spelling of a flag, older ones too. */
export function spellings(flag: Flag): readonly string[] {
  return [...flag.names, ...(flag.deprecated ?? [])];
}
