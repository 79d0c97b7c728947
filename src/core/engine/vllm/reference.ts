import type { EngineReference, ReadBackEntry } from '../reference.ts';
import { FLAGS } from './flags.ts';
import { STATIC_RULES } from './rules/index.ts';

const INFO = '`/server_info?config_format=json`';
const CACHE_LABEL = 'the label of `vllm:cache_config_info` in `/metrics`';
const CONFIG = "the core's line `Initializing a V1 LLM engine ... with config:`";

const OWN: readonly ReadBackEntry[] = [
  {
    flag: '--max-num-seqs',
    from: `${INFO} \`scheduler_config.max_num_seqs\`; without it only what the log says was asked for`,
    rule: 'equal; argv where it is only known to be asked',
  },
  {
    flag: '--max-num-batched-tokens',
    from: `${INFO} \`scheduler_config.max_num_batched_tokens\`, and the log \`Chunked prefill is enabled with max_num_batched_tokens=N\``,
    rule: 'equal as numbers: 8k is 8000, 8K is 8192',
  },
  {
    flag: '--max-model-len',
    from: `${INFO} \`model_config.max_model_len\`, \`/v1/models\`, ${CONFIG} \`max_seq_len\`, and the log \`Using max model len N\``,
    rule: 'equal; auto and -1 are left to the engine (forced)',
  },
  {
    flag: '--kv-cache-dtype',
    from: `${INFO} \`cache_config.cache_dtype\`, ${CACHE_LABEL}, and ${CONFIG}`,
    rule: 'equal, fp8 as fp8_e4m3; auto is left to the engine',
  },
  { flag: '--block-size', from: `${INFO} \`cache_config.block_size\`, and ${CACHE_LABEL}`, rule: 'equal' },
  {
    flag: '--scheduling-policy',
    from: `${INFO} \`scheduler_config.policy\`; without it only what the log says was asked for`,
    rule: 'equal',
  },
  {
    flag: '--attention-backend',
    from: 'the log `Using NAME attention backend`',
    rule: 'equal but for case',
  },
  {
    flag: '--speculative-config',
    from: `each key: ${INFO} \`speculative_config\`, and ${CONFIG}; whether it drafts: \`vllm:spec_decode_num_draft_tokens_total\` in \`/metrics\` after the probes`,
    rule: 'equal, each key; absent: None',
  },
  {
    flag: '--compilation-config',
    from: `each key: ${INFO} \`compilation_config\`, and ${CONFIG}`,
    rule: 'equal; modes by name or by number',
  },
];

export const REFERENCE: EngineReference = {
  known_from: 'vLLM 0.32.0 (`engine/arg_utils.py`, `entrypoints/launchers/cli_args.py`, `config/`)',
  flags: FLAGS,
  rules: STATIC_RULES,
  read_back: OWN,
  otherwise: `${INFO} (only with \`VLLM_SERVER_DEV_MODE=1\`, which Holdpoint adds where the server listens to its own host alone) under the name of the flag with \`_\` for \`-\`; flags of the cache also ${CACHE_LABEL}; ${CONFIG}; else what the log line \`non-default args\` says was asked for; else argv. Every place that speaks must agree. The rule is \`equal\`, and \`forced\` where the log says that the engine put another value in its place.`,
};
