import type { HarmlessLine } from '../signature.ts';

/** Lines of SGLang and of the libraries below it that look like a failure and are none. */
export const SGLANG_HARMLESS: readonly HarmlessLine[] = [
  {
    id: 'model-file',
    pattern: /^Ignore import error when loading sglang\.srt\.models\./,
    why: 'support for another model is not there; comes once for each rank',
  },
  {
    id: 'moe-kernel',
    pattern: /^(?:Using default MoE kernel config\.|Config file not found at .*Fallback to triton)/,
    why: 'no tuned table for this device: slower, not broken',
  },
  {
    id: 'no-peers',
    pattern: /^\[Gloo\] Rank \d+ is connected to \d+ peer ranks/,
    why: 'says 0 peers in a group of one',
  },
  {
    id: 'reset-to-48',
    pattern: /^Max running requests is reset to \d+ for speculative decoding/,
    why: 'a value that was not asked for',
  },
  {
    id: 'overridden',
    pattern: /only supports speculative_\w+ == 1; overriding/,
    why: 'the setting is read back',
  },
  {
    id: 'mixed-chunk',
    pattern: /mixed chunked prefill (?:is|are) disabled/i,
    why: 'follows from speculation',
  },
  {
    id: 'block-size',
    pattern: /^Failed to infer DFLASH block_size from draft model config/,
    why: 'the start goes on with a block of 16',
  },
  {
    id: 'draft-eager',
    pattern: /^Disable DFLASH draft cuda graph because only/,
    why: 'drafting runs without graphs: slower',
  },
  {
    id: 'draft-unfused',
    pattern: /^DFLASH fused KV materialization disabled/,
    why: 'another path is taken',
  },
  {
    id: 'responses-api',
    pattern: /^OpenAI Responses API \(\/v1\/responses\) disabled/,
    why: 'an endpoint that is not used',
  },
  {
    id: 'deprecated',
    pattern: /^(?:Endpoint '\/\w+' is deprecated|`torch_dtype` is deprecated)/,
    why: 'an old spelling that still works',
  },
  {
    id: 'python-warning',
    pattern: /^\S+\.py:\d+: \w*Warning: |^\s+warnings\.warn\(/,
    why: 'a remark of a library',
  },
  {
    id: 'generation-config',
    pattern: /^Failed to load generation config for /,
    why: 'an optional file',
  },
  {
    id: 'chat-template',
    pattern: /^No chat template found, defaulting to/,
    why: 'an optional file',
  },
  {
    id: 'custom-all-reduce',
    pattern: /^Setup Custom allreduce failed with /,
    why: 'another way of exchanging data is taken',
  },
  {
    id: 'uneven-memory',
    pattern: /^The memory capacity is unbalanced/,
    why: 'only a warning without its error type: the server starts, smaller',
  },
  {
    id: 'retract',
    pattern: /^KV cache pool is full\. Retract requests\./,
    why: 'requests wait for the cache',
  },
  {
    id: 'shutting-down',
    pattern: /^Health check request received during shutdown/,
    why: 'during a stop that was asked for',
  },
  {
    id: 'compiler',
    pattern: /^Cannot fingerprint compiler /,
    why: 'a cache of compiled kernels is not used',
  },
  {
    id: 'file-limit',
    pattern: /^Fail to set RLIMIT_NOFILE/,
    why: 'the limit is high enough as it is',
  },
  {
    id: 'extensions',
    pattern: /^(?:Skipping import of cpp extensions|flashinfer\.jit: Prebuilt kernels not found)/,
    why: 'kernels are compiled instead',
  },
  {
    id: 'nccl-plugin',
    pattern: /NCCL INFO NET\/Plugin: Could not find/,
    why: 'an optional library',
  },
];
