import type { HarmlessLine } from '../../signature.ts';

/** Lines of SGLang that look like a failure and are none. */
export const SGLANG_HARMLESS: readonly HarmlessLine[] = [
  {
    id: 'model-file',
    pattern: /^Ignore import error when loading sglang\.srt\.models\./,
    why: 'support for another model is not there; comes once for each rank',
    sources: ['sgl-project/sglang python/sglang/srt/models/registry.py:109'],
    sample: "Ignore import error when loading sglang.srt.models.grok: No module named 'vllm'",
  },
  {
    id: 'moe-kernel',
    pattern: /^Using default MoE kernel config\./,
    why: 'no tuned table for this device: slower, not broken',
    degraded: true,
    sources: [
      'sgl-project/sglang python/sglang/srt/layers/moe/moe_runner/triton_utils/fused_moe_triton_config.py:164',
    ],
    sample:
      'Using default MoE kernel config. Performance might be sub-optimal! Config file not found at /x/E=384.json',
  },
  {
    id: 'moe-fallback',
    pattern: /^Config file not found at .{1,300}Fallback to triton/,
    why: 'a table for a device like this one is used',
    sources: [
      'sgl-project/sglang python/sglang/srt/layers/moe/moe_runner/triton_utils/fused_moe_triton_config.py:137',
    ],
    sample:
      'Config file not found at /x/E=384.json. Fallback to triton version 3.3.1 and use MoE kernel config from /x/E=256.json',
  },
  {
    id: 'no-peers',
    pattern: /^\[Gloo\] Rank \d+ is connected to \d+ peer ranks/,
    why: 'says 0 peers in a group of one',
    sources: ['sgl-project/sglang#4233'],
    sample: '[Gloo] Rank 0 is connected to 0 peer ranks. Expected number of connected peer ranks is : 0',
  },
  {
    id: 'reset-to-48',
    pattern: /^Max running requests is reset to \d+ for speculative decoding/,
    why: 'a value that was not asked for',
    degraded: true,
    sources: ['sgl-project/sglang python/sglang/srt/arg_groups/speculative_hook.py:258'],
    sample: 'Max running requests is reset to 48 for speculative decoding.',
  },
  {
    id: 'overridden',
    pattern: /^\w+ only supports speculative_\w+ == 1; overriding/,
    why: 'the flag has no effect: two settings may be one',
    degraded: true,
    sources: ['sgl-project/sglang python/sglang/srt/arg_groups/speculative_hook.py:183'],
    sample: 'DFLASH only supports speculative_eagle_topk == 1; overriding speculative_eagle_topk=4 to 1.',
  },
  {
    id: 'mixed-chunk',
    pattern: /^(?:The m|M)ixed chunked prefill (?:is|are) disabled/,
    why: 'follows from speculation',
    sources: ['sgl-project/sglang python/sglang/srt/arg_groups/speculative_hook.py:264'],
    sample: 'Mixed chunked prefill is disabled because of using dflash speculative decoding.',
  },
  {
    id: 'block-size',
    pattern: /^Failed to infer DFLASH block_size from draft model config/,
    why: 'the start goes on with a block of 16',
    degraded: true,
    sources: ['sgl-project/sglang python/sglang/srt/arg_groups/speculative_hook.py:222'],
    sample:
      'Failed to infer DFLASH block_size from draft model config; defaulting speculative_num_draft_tokens to 16. Error: x',
  },
  {
    id: 'draft-eager',
    pattern: /^Disable DFLASH draft cuda graph because only/,
    why: 'drafting runs without graphs: much slower',
    degraded: true,
    sources: ['sgl-project/sglang python/sglang/srt/speculative/dflash_worker_v2.py:339'],
    sample:
      'Disable DFLASH draft cuda graph because only 0.61 GB GPU memory is available after target backend initialization.',
  },
  {
    id: 'draft-unfused',
    pattern: /^DFLASH fused KV materialization disabled/,
    why: 'another path is taken',
    sources: ['sgl-project/sglang python/sglang/srt/speculative/dflash_worker_v2.py:412'],
    sample: 'DFLASH fused KV materialization disabled: no kernel',
  },
  {
    id: 'responses-api',
    pattern: /^OpenAI Responses API \(\/v1\/responses\) disabled/,
    why: 'an endpoint that is not used',
    sources: ['sgl-project/sglang python/sglang/srt/entrypoints/http_server.py:368'],
    sample: 'OpenAI Responses API (/v1/responses) disabled: OpenAIServingResponses init failed (x)',
  },
  {
    id: 'deprecated',
    pattern: /^Endpoint '\/\w+' is deprecated/,
    why: 'an old spelling that still works',
    sources: ['sgl-project/sglang python/sglang/srt/entrypoints/http_server.py:687'],
    sample: "Endpoint '/get_model_info' is deprecated and will be removed in a future version.",
  },
  {
    id: 'generation-config',
    pattern: /^Failed to load generation config for /,
    why: 'an optional file',
    sources: ['sgl-project/sglang python/sglang/srt/utils/hf_transformers/common.py:492'],
    sample: 'Failed to load generation config for /m. Proceeding without generation config.',
  },
  {
    id: 'chat-template',
    pattern: /^No chat template found, defaulting to/,
    why: 'an optional file',
    sources: ['sgl-project/sglang python/sglang/srt/parser/template_manager.py:169'],
    sample: "No chat template found, defaulting to 'string' content format",
  },
  {
    id: 'custom-all-reduce',
    pattern: /^Setup Custom allreduce failed with /,
    why: 'another way of exchanging data is taken',
    sources: ['seen in SGLang logs'],
    sample:
      'Setup Custom allreduce failed with no peer access. To silence this warning, specify --disable-custom-all-reduce explicitly.',
  },
  {
    id: 'uneven-memory',
    pattern: /^The memory capacity is unbalanced/,
    why: 'only a warning without its error type: the server starts, smaller',
    degraded: true,
    sources: ['sgl-project/sglang python/sglang/srt/distributed/bootstrap.py:289'],
    sample: 'The memory capacity is unbalanced. Some GPUs may be occupied by other processes.',
  },
  {
    id: 'retract',
    pattern: /^KV cache pool is full\. Retract requests\./,
    why: 'requests wait for the cache: what is measured then is bound by it',
    degraded: true,
    sources: ['sgl-project/sglang python/sglang/srt/managers/scheduler.py:3202'],
    sample: 'KV cache pool is full. Retract requests. #retracted_reqs: 2, #new_tokens_gained: 40',
  },
  {
    id: 'shutting-down',
    pattern: /^Health check request received during shutdown/,
    why: 'during a stop that was asked for',
    sources: ['sgl-project/sglang python/sglang/srt/entrypoints/http_server.py:617'],
    sample: 'Health check request received during shutdown. Returning 503.',
  },
  {
    id: 'compiler',
    pattern: /^Cannot fingerprint compiler /,
    why: 'a cache of compiled kernels is not used',
    sources: ['seen in 0.5.23'],
    sample: "Cannot fingerprint compiler /usr/bin/nvcc: [Errno 2] No such file or directory: '/usr/bin/nvcc'",
  },
  {
    id: 'file-limit',
    pattern: /^Fail to set RLIMIT_NOFILE/,
    why: 'the limit is high enough as it is',
    sources: ['seen in 0.5.23'],
    sample: 'Fail to set RLIMIT_NOFILE: current limit exceeds maximum limit',
  },
];
