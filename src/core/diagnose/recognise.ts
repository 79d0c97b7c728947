/** A line that one engine writes. `sure` false: another program could have written it too. */
interface Recognised {
  readonly engine: string;
  readonly sure: boolean;
  readonly pattern: RegExp;
}

const SGLANG_TIME = '\\[\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d[^\\]]{0,30}\\] ';

/** Matched against the line as the engine wrote it, with its time and level. In the order in which they are tried. */
export const RECOGNISED: readonly Recognised[] = [
  {
    engine: 'vllm',
    sure: true,
    pattern: /^\((?:APIServer|ApiServer|EngineCore|VllmWorker|Worker)[^()]{0,60} pid=\d+/,
  },
  { engine: 'vllm', sure: true, pattern: /^(?:vllm|vllm serve): error: / },
  {
    engine: 'vllm',
    sure: true,
    pattern:
      /^(?:INFO|ERROR|WARNING) \d\d-\d\d [\d:]{8} \[?\S{1,80}:\d+\] (?:vLLM API server version|non-default args|Initializing a V1 LLM engine|EngineCore |Starting to load model|To serve at least|Free memory on device)/,
  },
  { engine: 'vllm', sure: true, pattern: /^ +File "[^"]{1,300}\/(?:bin\/vllm|vllm\/entrypoints\/)/ },
  {
    engine: 'sglang',
    sure: true,
    pattern: new RegExp(
      `^${SGLANG_TIME}(?:server_args=|Init torch distributed |Init parallel |Load weight |Decode batch|Prefill batch|The server is fired up|max_total_num_tokens=|KV Cache is allocated|Scheduler hit an exception|Ignore import error when loading sglang)`,
    ),
  },
  { engine: 'sglang', sure: true, pattern: /^(?:launch_server\.py|sglang serve|sglang): error: / },
  { engine: 'sglang', sure: true, pattern: /^ +File "[^"]{1,300}\/sglang\/(?:launch_server|srt\/|cli\/)/ },
  { engine: 'tensorrt-llm', sure: true, pattern: /^(?:\[[^\]]{1,60}\] )?\[TRT-LLM\] / },
  {
    engine: 'tensorrt-llm',
    sure: true,
    pattern: /^ +File "[^"]{1,300}\/(?:bin\/trtllm-serve|tensorrt_llm\/)/,
  },
  {
    engine: 'llamacpp',
    sure: true,
    pattern:
      /^(?:\d+\.\d\d\.\d{3}\.\d{3} )?(?:[IWED] )?(?:srv +\w+: |cmn +\w+: common_params_print_info|llama_model_load: |llama_context: |load_tensors: |gguf_init_from_|ggml_cuda_init: |common_init_from_params: |llama_init_from_model: |common_download_file_single: )/,
  },
  { engine: 'llamacpp', sure: true, pattern: /^error while handling argument "/ },
  { engine: 'llamacpp', sure: true, pattern: /^\S{1,300}:\d+: GGML_ASSERT\(/ },
  { engine: 'llamacpp', sure: false, pattern: /^error: (?:invalid argument: -|--model is required)/ },
  { engine: 'sglang', sure: false, pattern: /^Loading safetensors checkpoint shards: .{0,200}\[20\d\d-/ },
];

/** The engine that wrote the line; null: any program could have. */
export function recognise(text: string): { readonly engine: string; readonly sure: boolean } | null {
  return RECOGNISED.find(({ pattern }) => pattern.test(text)) ?? null;
}
