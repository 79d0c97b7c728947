// The counting model as a folder that vLLM and SGLang load: the same weights and words as the GGUF one, other files.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHAT_TEMPLATE, checkOptions, DEFAULTS } from '../gguf/model.mjs';
import { disagreements } from '../gguf/predict.mjs';
import { END, END_TEXT, vocabulary } from '../gguf/tokens.mjs';
import { tensors } from '../gguf/weights.mjs';
import { writeSafetensors } from './safetensors.mjs';
import { tokenizer } from './tokenizer.mjs';

/** @type {readonly (readonly [RegExp, string])[]} */
const NAMES = [
  [/^token_embd\./, 'model.embed_tokens.'],
  [/^output_norm\./, 'model.norm.'],
  [/^output\./, 'lm_head.'],
  [/^blk\.(\d+)\.attn_norm\./, 'model.layers.$1.input_layernorm.'],
  [/^blk\.(\d+)\.attn_([qkv])\./, 'model.layers.$1.self_attn.$2_proj.'],
  [/^blk\.(\d+)\.attn_output\./, 'model.layers.$1.self_attn.o_proj.'],
  [/^blk\.(\d+)\.ffn_norm\./, 'model.layers.$1.post_attention_layernorm.'],
  [/^blk\.(\d+)\.ffn_(gate|up|down)\./, 'model.layers.$1.mlp.$2_proj.'],
];

/**
 * Writes a model folder; the same options give the same bytes. Numbers are 32-bit, so that no CPU lacks their type; the
 * engine computes in whatever it prefers.
 * @param {string} folder made where it is missing
 * @param {Partial<Omit<import('../gguf/model.mjs').ModelOptions, 'type'>>} [options]
 * @returns {{ path: string, bytes: number }} bytes of the weights
 * @throws {RangeError} if the options do not fit together
 */
export function writeHfModel(folder, options = {}) {
  const model = { ...DEFAULTS, ...options, type: /** @type {const} */ ('f32') };
  checkOptions(model);
  const { texts } = vocabulary(model.cycle, model.vocab);
  const wrong = disagreements(model.cycle, model.agree, model.seed);
  const weights = tensors(model, texts.length, wrong).map((tensor) => ({
    ...tensor,
    name: named(tensor.name),
  }));
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files(model, texts)))
    writeFileSync(join(folder, name), `${JSON.stringify(content, null, 1)}\n`);
  return { path: folder, bytes: writeSafetensors(join(folder, 'model.safetensors'), weights) };
}

/** @param {string} name of the tensor in a GGUF file */
function named(name) {
  const [pattern, replacement] = NAMES.find(([each]) => each.test(name)) ?? [];
  if (pattern === undefined || replacement === undefined) throw new RangeError(`no name for ${name}`);
  return name.replace(pattern, replacement);
}

/**
 * @param {import('../gguf/model.mjs').ModelOptions} model
 * @param {string[]} texts
 */
function files({ layers, dim, ff, heads, head, ctx }, texts) {
  return {
    'config.json': {
      architectures: ['LlamaForCausalLM'],
      model_type: 'llama',
      hidden_size: dim,
      intermediate_size: ff,
      num_hidden_layers: layers,
      num_attention_heads: heads,
      num_key_value_heads: heads,
      head_dim: head,
      vocab_size: texts.length,
      max_position_embeddings: ctx,
      rms_norm_eps: 1e-5,
      rope_theta: 10_000,
      hidden_act: 'silu',
      bos_token_id: END,
      eos_token_id: END,
      tie_word_embeddings: false,
      torch_dtype: 'float32',
    },
    'tokenizer.json': tokenizer(texts),
    'tokenizer_config.json': {
      tokenizer_class: 'PreTrainedTokenizerFast',
      bos_token: END_TEXT,
      eos_token: END_TEXT,
      pad_token: END_TEXT,
      model_max_length: ctx,
      clean_up_tokenization_spaces: false,
      chat_template: CHAT_TEMPLATE,
    },
  };
}
