import { type StaticRule, warned } from '../../static-rule.ts';
import { installed } from './source.ts';

/** What flags offer that people vary. Builds for other platforms add to these lists. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  '--kv-cache-dtype': [
    'auto',
    'fp8_e5m2',
    'fp8_e4m3',
    'mxfp8',
    'bf16',
    'bfloat16',
    'nvfp4',
    'fp4_mx_block16',
  ],
  '--schedule-policy': ['lpm', 'random', 'fcfs', 'dfs-weight', 'lof', 'priority', 'routing-key'],
  '--attention-backend': [
    ...['triton', 'torch_native', 'flex_attention', 'dsa', 'nsa', 'qsa', 'dsv4', 'compressed', 'fa3', 'fa4'],
    ...['flashinfer', 'llada2_cfg_flashinfer', 'flashmla', 'trtllm_mla', 'cutedsl_mla', 'tokenspeed_mla'],
    ...['trtllm_mha', 'hpc_ops', 'minicpm_flashattn', 'minicpm_flashinfer', 'aiter', 'wave', 'intel_amx'],
    ...['ascend', 'intel_xpu'],
  ],
  '--moe-runner-backend': [
    ...['auto', 'deep_gemm', 'triton', 'triton_kernel', 'flashinfer_trtllm', 'experimental_sgl_trtllm'],
    ...['flashinfer_trtllm_routed', 'flashinfer_cutlass', 'flashinfer_mxfp4', 'flashinfer_cutedsl'],
    ...['flashinfer_megamoe', 'cutlass', 'aiter', 'marlin', 'humming', 'experimental_sgl_marlin'],
    ...['lora_cutedsl', 'lora_triton', 'lora_marlin', 'hpc_ops', 'megamoe', 'intel_xpu'],
  ],
  '--radix-eviction-policy': ['lru', 'lfu', 'slru', 'priority', 'tlru'],
  '--speculative-attention-mode': ['prefill', 'decode'],
  '--speculative-algorithm': [
    ...['EAGLE', 'EAGLE3', 'NEXTN', 'STANDALONE', 'NGRAM', 'DFLASH', 'DSPARK', 'UNO'],
    ...['FROZEN_KV_MTP', 'DDTREE'],
  ],
};

/** A value that a build may know although the release does not: told, and left to its own help. */
export const UNKNOWN_CHOICES: readonly StaticRule[] = Object.entries(CHOICES).map(([flag, known]) =>
  warned(
    {
      flags: [flag],
      says: `one of ${known.join(', ')}`,
      source: installed('arg_groups/choices.py and fields/ (argparse)', 'invalid choice'),
    },
    (c) => {
      const value = c.asked(flag);
      if (!c.varied.has(flag) || typeof value !== 'string') return null;
      const name = flag === '--speculative-algorithm' ? value.toUpperCase() : value;
      return known.includes(name)
        ? null
        : `SGLang 0.5.23 does not offer ${flag} ${value}: a build that does not know it ends with "invalid choice"`;
    },
  ),
);
