import type { Bytes } from '../../../core/units.ts';
import type { DraftConfiguration } from '../../draft/configuration.ts';
import { AUTO_MEMORY_RESERVE_BYTES } from '../memory.ts';
import { DEFAULTS, type ServerArgs } from './defaults.ts';
import { MODEL } from './model.ts';
import type { Given, Value } from './parse.ts';
import { rewritesOf } from './rewrites.ts';

/** The arguments as the running server has them. */
export interface ServerArguments {
  /** server_args, as the log and /server_info show them. */
  readonly report: ServerArgs;
  readonly warnings: readonly string[];
  readonly draft: DraftConfiguration;
  readonly host: string;
  readonly port: number;
  readonly tp_size: number;
  readonly served_model_name: string;
  readonly mem_fraction_static: number;
  readonly max_running_requests: number;
  readonly max_total_tokens: number | null;
  readonly chunked_prefill_size: number;
  readonly max_prefill_tokens: number;
  readonly context_length: number;
  readonly enable_metrics: boolean;
  readonly radix_cache: boolean;
  readonly decode_log_interval: number;
  readonly cuda_graph: boolean;
}

export interface Surroundings {
  /** Memory of one device. */
  readonly device_bytes: Bytes;
  readonly random_seed: number;
  /** What a fault makes of the request before the server's own rules: keys dropped, keys forced with a warning. */
  readonly ignored: readonly string[];
  readonly forced: Readonly<Record<string, Value>>;
}

const REQUESTS_WITHOUT_SPECULATION = 2048;

/**
 * Defaults, what was given, and the server's own rewrites, in that order. The given arguments have passed the rules.
 * The chunk follows the size of the device (8192 up to 160 GB), the static share of the memory leaves a reserve.
 */
export function resolveArguments(given: Given, surroundings: Surroundings): ServerArguments {
  const { ignored, forced, device_bytes, random_seed } = surroundings;
  const kept = Object.entries(given).filter(([key]) => !ignored.includes(key));
  let report: ServerArgs = { ...DEFAULTS, ...Object.fromEntries(kept) };
  const warnings: string[] = [];
  for (const [key, value] of Object.entries(forced)) {
    const algorithm = report['speculative_algorithm'];
    warnings.push(
      `${algorithm} only supports ${key} == ${value}; overriding ${key}=${report[key]} to ${value}.`,
    );
    report = { ...report, [key]: value };
  }
  for (const { change, warning } of rewritesOf(report)) {
    report = { ...report, ...change };
    if (warning !== null) warnings.push(warning);
  }
  report = {
    ...report,
    tokenizer_path: report['tokenizer_path'] ?? report['model_path'] ?? null,
    served_model_name: report['served_model_name'] ?? report['model_path'] ?? null,
    random_seed: report['random_seed'] ?? random_seed,
    chunked_prefill_size: report['chunked_prefill_size'] ?? 8192,
    mem_fraction_static:
      report['mem_fraction_static'] ??
      Math.round((1 - AUTO_MEMORY_RESERVE_BYTES / device_bytes) * 1000) / 1000,
    attention_backend: report['attention_backend'] ?? 'flashinfer',
    quantization: report['quantization'] ?? MODEL.quantization,
  };
  return { ...read(report), report, warnings };
}

function read(report: ServerArgs): Omit<ServerArguments, 'report' | 'warnings'> {
  const number = (key: string) => {
    const value = report[key];
    return typeof value === 'number' ? value : null;
  };
  return {
    draft: draftOf(report, number),
    host: String(report['host']),
    port: number('port') ?? 0,
    tp_size: number('tp_size') ?? 1,
    served_model_name: String(report['served_model_name']),
    mem_fraction_static: number('mem_fraction_static') ?? 0,
    max_running_requests: number('max_running_requests') ?? REQUESTS_WITHOUT_SPECULATION,
    max_total_tokens: number('max_total_tokens'),
    chunked_prefill_size: number('chunked_prefill_size') ?? 0,
    max_prefill_tokens: number('max_prefill_tokens') ?? 0,
    context_length: number('context_length') ?? MODEL.context_length,
    enable_metrics: report['enable_metrics'] === true,
    radix_cache: report['disable_radix_cache'] !== true,
    decode_log_interval: number('decode_log_interval') ?? 0,
    cuda_graph: report['disable_cuda_graph'] !== true,
  };
}

function draftOf(report: ServerArgs, number: (key: string) => number | null): DraftConfiguration {
  const algorithm = report['speculative_algorithm'];
  return {
    algorithm: algorithm === 'DDTREE' ? 'tree' : algorithm === 'DFLASH' ? 'chain' : 'none',
    budget: number('speculative_ddtree_budget') ?? 0,
    topk: number('speculative_ddtree_topk') ?? 1,
    block: number('speculative_num_draft_tokens') ?? 1,
    window: number('speculative_draft_window_size'),
  };
}
