import type { FaultCause } from '../../fault.ts';
import type { Signature, Stage } from '../signature.ts';

function root(
  id: string,
  cause: FaultCause,
  stage: Stage,
  pattern: RegExp,
  may_name_setting = false,
): Signature {
  return { id, role: 'root', cause, stage, pattern, may_name_setting };
}

function wrapper(id: string, pattern: RegExp): Signature {
  return { id, role: 'wrapper', cause: 'unknown', stage: 'any', pattern, may_name_setting: false };
}

/** `llama-server` b10434 as captured; CUDA lines as in its source. First match decides, so narrow ones stand first. */
export const LLAMACPP: readonly Signature[] = [
  root('unknown-flag', 'bad-flag', 'arguments', /^error: invalid argument: (?<flag>\S+)/),
  root(
    'removed-flag',
    'bad-flag',
    'arguments',
    /^error while handling argument "(?<flag>[^"]+)": the argument has been removed/,
  ),
  root('bad-argument', 'bad-value', 'arguments', /^error while handling argument "(?<flag>[^"]+)": /),
  root('model-required', 'bad-value', 'arguments', /^error: --model is required/),
  root(
    'port-held',
    'port-held',
    'any',
    /^srv +start: couldn't bind HTTP server socket, hostname: \S+, port: (?<value>\d+)/,
    true,
  ),

  root(
    'file-missing',
    'weights-missing',
    'load',
    /^gguf_init_from_file: failed to open GGUF file '(?<value>[^']*)'/,
    true,
  ),
  root(
    'file-unreadable',
    'weights-missing',
    'load',
    /^llama_model_load: error loading model: failed to open (?<value>[^:]+): (?:No such file|Permission denied)/,
    true,
  ),
  root('not-a-gguf', 'weights-missing', 'load', /^gguf_init_from_\w+: invalid magic characters: /),
  root(
    'file-truncated',
    'weights-missing',
    'load',
    /^llama_model_load: error loading model: tensor '[^']*' data is not within the file bounds/,
  ),
  root(
    'file-corrupted',
    'weights-missing',
    'load',
    /^llama_model_load: error loading model: corrupted model: /,
  ),
  root('tensor-invalid', 'weights-missing', 'load', /^llama_model_load: .*tensor '[^']*' has invalid data/),
  root(
    'tensors-missing',
    'weights-missing',
    'load',
    /^llama_model_load: .*(?:missing tensor '|wrong number of tensors; expected \d+, got \d+)/,
  ),
  root('unknown-architecture', 'weights-missing', 'load', /unknown model architecture: '/),
  root('download-failed', 'weights-missing', 'any', /download failed after \d+ attempts/),

  root(
    'host-memory',
    'out-of-memory',
    'any',
    /^ggml_aligned_malloc: insufficient memory \(attempted to allocate/,
  ),
  root(
    'device-memory',
    'out-of-memory',
    'any',
    /allocating [\d.]+ MiB on device \d+: cudaMalloc failed: out of memory/,
  ),
  root('cuda-memory', 'out-of-memory', 'any', /^(?:ggml_\w+: )?CUDA error: out of memory/),
  root('vulkan-memory', 'out-of-memory', 'any', /^ggml_vulkan: Device memory allocation of size \d+ failed/),
  root(
    'buffer',
    'out-of-memory',
    'load',
    /^llama_model_load: error loading model: unable to allocate \S+ buffer/,
  ),
  root(
    'kv-cache',
    'out-of-memory',
    'load',
    /^llama_init_from_model: failed to initialize the context: failed to allocate buffer for kv cache/,
  ),
  root('memory-module', 'context-too-long', 'load', /failed to initialize memory module/),

  root('quantised-v', 'bad-value', 'load', /quantized V cache (?:was requested, but this )?requires/),
  root('draft-without-layers', 'bad-value', 'any', /GGML_ASSERT\(target_layer_ids_n > 0 /),
  { ...root('assertion', 'unknown', 'any', /^\S+:\d+: GGML_ASSERT\(/), signal: 'SIGABRT' },
  root('exception', 'unknown', 'any', /^terminate called after throwing an instance of /),

  wrapper('load-failed', /failed to load (?:draft )?model/),
  wrapper('context-failed', /failed to create[_ ](?:llama_)?context/),
  wrapper('buffer-failed', /failed to allocate (?:\S+ )?buffer of size \d+/),
  wrapper('fit-failed', /^common_fit_params: encountered an error while trying to fit params/),
  wrapper('exiting', /^srv +\w+: exiting due to /),
];
