// A small llama-architecture model whose text is known: it counts, whatever the sampling (weights.mjs says how).

import { f32, ints, text, texts, u32, writeGguf } from './format.mjs';
import { disagreements } from './predict.mjs';
import { END, VOCABULARIES, vocabulary } from './tokens.mjs';
import { tensors } from './weights.mjs';

/**
 * @typedef {object} ModelOptions
 * @property {number} layers
 * @property {number} dim embedding width
 * @property {number} ff feed-forward width
 * @property {number} heads attention heads
 * @property {number} head width of one head; heads x head need not be dim
 * @property {number} ctx trained context in tokens
 * @property {number} cycle how many numbers it knows; after the last comes 1 again (1: it repeats itself)
 * @property {import('./numbers.mjs').TensorType} type of the matrices
 * @property {number} agree share of numbers after which a draft says the same as a target of this cycle, 0 to 1
 * @property {'count' | 'random'} mode random: garbage text
 * @property {string} vocab `plain`, or `marked` (which no plain target accepts as its draft)
 * @property {number} seed
 */

/** @type {Readonly<ModelOptions>} */
export const DEFAULTS = Object.freeze({
  layers: 2,
  dim: 128,
  ff: 256,
  heads: 2,
  head: 64,
  ctx: 4096,
  cycle: 256,
  type: 'f16',
  agree: 1,
  mode: 'count',
  vocab: 'plain',
  seed: 1,
});

const FILE_TYPES = Object.freeze({ f32: 0, f16: 1, q8_0: 7 });
export const CHAT_TEMPLATE =
  '{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}{% if add_generation_prompt %}assistant:{% endif %}';

/**
 * Writes a model; the same options give the same bytes.
 * @param {string} path
 * @param {Partial<ModelOptions>} [options]
 * @returns {{ path: string, bytes: number, vocabulary: number, disagreements: number }}
 * @throws {RangeError} if the options do not fit together
 */
export function writeModel(path, options = {}) {
  const model = { ...DEFAULTS, ...options };
  checkOptions(model);
  const wrong = disagreements(model.cycle, model.agree, model.seed);
  const words = vocabulary(model.cycle, model.vocab);
  const bytes = writeGguf(path, metadata(model, words), tensors(model, words.texts.length, wrong));
  return { path, bytes, vocabulary: words.texts.length, disagreements: wrong.size };
}

/** @param {ModelOptions} model */
export function checkOptions(model) {
  const { layers, dim, ff, heads, head, ctx, cycle, type, agree, mode, vocab } = model;
  const problems = Object.entries({ layers, dim, ff, heads, head, ctx, cycle })
    .filter(([, value]) => !Number.isInteger(value) || value < 1)
    .map(([name, value]) => `${name} must be a whole number from 1 on, not ${value}`);
  if (!(type in FILE_TYPES)) problems.push(`type must be f32, f16 or q8_0, not ${type}`);
  if (!(vocab in VOCABULARIES)) problems.push(`vocab must be plain or marked, not ${vocab}`);
  if (mode !== 'count' && mode !== 'random') problems.push(`mode must be count or random, not ${mode}`);
  if (!(agree >= 0 && agree <= 1)) problems.push(`agree must be from 0 to 1, not ${agree}`);
  if (head % 2 !== 0) problems.push(`head must be even, not ${head}`);
  if (type === 'q8_0' && [dim, ff, heads * head].some((width) => width % 32 !== 0)) {
    problems.push('q8_0 needs dim, ff and heads x head in multiples of 32');
  }
  if (problems.length > 0) throw new RangeError(problems.join('; '));
}

/**
 * @param {ModelOptions} model
 * @param {{ texts: string[], types: number[] }} words
 * @returns {Record<string, import('./format.mjs').Value>}
 */
function metadata({ layers, dim, ff, heads, head, ctx, type, mode }, words) {
  return {
    'general.architecture': text('llama'),
    'general.name': text(`${mode}-${layers}x${dim}`),
    'general.file_type': u32(FILE_TYPES[type]),
    'llama.block_count': u32(layers),
    'llama.context_length': u32(ctx),
    'llama.embedding_length': u32(dim),
    'llama.feed_forward_length': u32(ff),
    'llama.attention.head_count': u32(heads),
    'llama.attention.head_count_kv': u32(heads),
    'llama.attention.layer_norm_rms_epsilon': f32(1e-5),
    'llama.attention.key_length': u32(head),
    'llama.attention.value_length': u32(head),
    'llama.rope.dimension_count': u32(head),
    'llama.vocab_size': u32(words.texts.length),
    'tokenizer.ggml.model': text('gpt2'),
    'tokenizer.ggml.pre': text('gpt-2'),
    'tokenizer.ggml.tokens': texts(words.texts),
    'tokenizer.ggml.token_type': ints(words.types),
    'tokenizer.ggml.merges': texts([]),
    'tokenizer.ggml.bos_token_id': u32(END),
    'tokenizer.ggml.eos_token_id': u32(END),
    'tokenizer.chat_template': text(CHAT_TEMPLATE),
  };
}
