import type { HarmlessLine } from '../../signature.ts';

/** Lines of vLLM that look like a failure and are none. */
export const VLLM_HARMLESS: readonly HarmlessLine[] = [
  {
    id: 'arguments',
    pattern: /^non-default args: /,
    why: 'the arguments, in which any word can stand',
    sources: ['vllm-project/vllm vllm/entrypoints'],
    sample: "non-default args: {'model_tag': '/models/error', 'max_num_seqs': 8}",
  },
  {
    id: 'torch-threads',
    pattern: /^Reducing Torch parallelism from \d+ threads to \d+/,
    why: 'printed at each start with several devices',
    sources: ['vllm-project/vllm vllm/v1/executor/multiproc_executor.py:1030'],
    sample:
      '(APIServer pid=400) WARNING 05-20 10:12:01 [x.py:1] Reducing Torch parallelism from 112 threads to 1 to avoid unnecessary CPU contention.',
  },
  {
    id: 'priority',
    pattern: /^Priority not set for op \w+/,
    why: 'another kernel is used',
    sources: ['vllm-project/vllm vllm/ir/op.py:333'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [x.py:1] Priority not set for op rms_norm, using native implementation.',
  },
  {
    id: 'sampling-overridden',
    pattern: /^Default vLLM sampling parameters have been overridden by/,
    why: 'a file of the model changes the defaults of requests',
    degraded: true,
    sources: ['vllm-project/vllm vllm/config/model.py:1469'],
    sample:
      "(APIServer pid=400) WARNING 05-20 10:12:01 [x.py:1] Default vLLM sampling parameters have been overridden by the model's `generation_config.json`: `{'temperature': 0.0}`.",
  },
  {
    id: 'batched-tokens',
    pattern: /^max_num_batched_tokens \(\d+\) exceeds max_num_seqs/,
    why: 'more tokens per step than requests can use',
    sources: ['vllm-project/vllm vllm/config/scheduler.py:282'],
    sample:
      '(APIServer pid=400) WARNING 05-20 10:12:01 [x.py:1] max_num_batched_tokens (8192) exceeds max_num_seqs * max_model_len (2048). This may lead to unexpected behavior.',
  },
  {
    id: 'fp8-weights',
    pattern: /^Your GPU does not have native support for FP8 computation/,
    why: 'only the weights are stored that way',
    degraded: true,
    sources: ['vllm-project/vllm vllm/model_executor/layers/quantization/utils/marlin_utils_fp8.py:98'],
    sample:
      '(APIServer pid=400) WARNING 05-20 10:12:01 [x.py:1] Your GPU does not have native support for FP8 computation but FP8 quantization is being used.',
  },
  {
    id: 'file-limit',
    pattern: /^Found ulimit of \d+ and failed to automatically increase/,
    why: 'the limit is high enough as it is',
    sources: ['seen in 0.32.0'],
    sample:
      '(APIServer pid=400) WARNING 05-20 10:12:01 [x.py:1] Found ulimit of 20000 and failed to automatically increase with error current limit exceeds maximum limit. This can cause fd limit errors like `OSError: [Errno 24] Too many open files`.',
  },
  {
    id: 'development',
    pattern: /^SECURITY WARNING: Development endpoints are enabled/,
    why: 'asked for, to read settings back',
    sources: ['seen in 0.32.0'],
    sample:
      '(APIServer pid=400) WARNING 05-20 10:12:01 [x.py:1] SECURITY WARNING: Development endpoints are enabled! This should NOT be used in production!',
  },
  {
    id: 'request-refused',
    pattern: /^Exception caught\. Request id: /,
    why: 'an answer to a request',
    sources: ['seen in 0.32.0'],
    sample: '(APIServer pid=400) ERROR 05-20 10:12:01 [exception.py:16] Exception caught. Request id: None',
  },
  {
    id: 'preloads',
    pattern: /^lib\w{1,20} is not found in LD_PRELOAD/,
    why: 'slower, not broken',
    sources: ['seen in 0.32.0'],
    sample:
      '(APIServer pid=400) WARNING 05-20 10:12:01 [x.py:1] libtcmalloc is not found in LD_PRELOAD. For best performance, please preload it.',
  },
  {
    id: 'no-triton',
    pattern: /^Triton is (?:not installed|installed, but doesn't include)/,
    why: 'compiled kernels of another kind are used',
    sources: ['seen in 0.32.0'],
    sample: "Triton is installed, but doesn't include CPU backend. Disabling Triton.",
  },
  {
    id: 'runner',
    pattern: /^Model Runner V2 requires Triton/,
    why: 'the older code is used',
    sources: ['seen in 0.32.0'],
    sample:
      '(APIServer pid=400) WARNING 05-20 10:12:01 [x.py:1] Model Runner V2 requires Triton; using the V1 model runner instead.',
  },
];
