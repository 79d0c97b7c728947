/** The target model of the simulated server (Kimi K2.6, 548 GB, compressed-tensors WNA16). */
export const MODEL = {
  architecture: 'KimiK25ForConditionalGeneration',
  model_type: 'kimi_k25',
  quantization: 'compressed-tensors',
  context_length: 262_144,
  checkpoint_shards: 64,
  attention_heads: 64,
} as const;

/** Its draft: a block-diffusion transformer of six layers. */
export const DRAFT = {
  architecture: 'DFlashDraftModel',
  block_size: 8,
  checkpoint_shards: 1,
  mask_token: '[MASK]',
  mask_token_id: 163_838,
} as const;

export const SGLANG_VERSION = '0.5.23';
