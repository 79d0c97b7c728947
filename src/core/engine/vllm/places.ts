import { findFlag } from './flags.ts';

/** Where the engine says what a flag became. */
export interface Place {
  /** Keys below `vllm_config` of the server's report, one of which has it. */
  readonly report: readonly (readonly string[])[];
  /** Label of the cache in the metrics; null: none. */
  readonly label: string | null;
  /** Key of the line in which the core of the engine logs its configuration, and of the keys inside. */
  readonly config: readonly string[];
  /** Key among the arguments that the API server logs. */
  readonly given: readonly string[];
  /** A line of its own, with the value as its group; null: there is none. */
  readonly line: RegExp | null;
}

/** Parts of the report in which a flag of that name may stand, in this order. */
const PARTS: readonly string[] = [
  'model_config',
  'cache_config',
  'parallel_config',
  'scheduler_config',
  'compilation_config',
  'load_config',
  'observability_config',
  'kernel_config',
  'lora_config',
  'structured_outputs_config',
];

/** Flags whose field has another name. */
const FIELDS: Readonly<Record<string, string>> = {
  '--scheduling-policy': 'policy',
  '--kv-cache-dtype': 'cache_dtype',
  '--spec-method': 'speculative_config.method',
  '--spec-model': 'speculative_config.model',
  '--spec-tokens': 'speculative_config.num_speculative_tokens',
  '--cpu-offload-gb': 'offload_config.uva.cpu_offload_gb',
};

/** Keys of the configuration line that are named neither like the flag nor like its field. */
const CONFIG_KEYS: Readonly<Record<string, string>> = {
  '--max-model-len': 'max_seq_len',
  '--kv-cache-dtype': 'kv_cache_dtype',
  '--spec-method': 'speculative_config.method',
  '--spec-model': 'speculative_config.model',
  '--spec-tokens': 'speculative_config.num_spec_tokens',
  '--speculative-config.num_speculative_tokens': 'speculative_config.num_spec_tokens',
  '--moe-backend': 'kernel_config.moe_backend',
  '--cudagraph-capture-sizes': 'compilation_config.cudagraph_capture_sizes',
  '--max-cudagraph-capture-size': 'compilation_config.max_cudagraph_capture_size',
};

const LINES: Readonly<Record<string, RegExp>> = {
  '--max-num-batched-tokens': /^Chunked prefill is enabled with max_num_batched_tokens=(\d+)\./,
  '--max-model-len': /^Using max model len (\d+)/,
  '--attention-backend': /^Using (\w+) attention backend/,
};

/** Flags whose value in the report is the name of a class, which no one asks for. */
const NOT_IN_REPORT: ReadonlySet<string> = new Set(['--attention-backend']);

/** Flags of the cache, whose values the metrics repeat as labels. */
const LABELLED: ReadonlySet<string> = new Set([
  '--block-size',
  '--gpu-memory-utilization',
  '--kv-cache-memory-bytes',
  '--kv-cache-dtype',
  '--num-gpu-blocks-override',
  '--enable-prefix-caching',
  '--prefix-caching-hash-algo',
  '--kv-sharing-fast-prefill',
  '--mamba-block-size',
  '--mamba-cache-dtype',
  '--mamba-ssm-cache-dtype',
  '--mamba-cache-mode',
  '--kv-offloading-size',
  '--kv-offloading-backend',
]);

/** Where a flag under its common name, or a key of a JSON-valued one (`--x-config.key`), is told. */
export function placeOf(flag: string): Place {
  const [name = '', ...keys] = flag.split('.');
  const own = name.replace(/^--/, '').replaceAll('-', '_');
  const field = FIELDS[flag]?.split('.') ?? [own, ...keys];
  const json = keys.length > 0 || findFlag(name)?.type === 'json' || field.length > 1;
  const report = json ? [field] : [...PARTS.map((part) => [part, ...field]), field];
  return {
    report: NOT_IN_REPORT.has(flag) ? [] : report,
    label: LABELLED.has(flag) ? (field.at(-1) ?? null) : null,
    config: CONFIG_KEYS[flag]?.split('.') ?? [own, ...keys],
    given: [own, ...keys],
    line: LINES[flag] ?? null,
  };
}
