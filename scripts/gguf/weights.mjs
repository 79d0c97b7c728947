// The weights of a counting model.

import { encodeRow, rowBytes, seededRandom } from './numbers.mjs';
import { successor } from './predict.mjs';
import { END, FULL_STOP } from './tokens.mjs';

const CERTAINTY = 40; // logit of the right token; a wrong one stays below 15
const RANDOM_ROWS = 64; // made once and repeated: random enough to cost real work, and quick to write

/**
 * In a counting model the matrices that write into the hidden state (attention output, feed-forward down) are zero, so the
 * state stays the last token's embedding and the text follows from the output matrix alone. All other matrices are random
 * and really computed: cache type, batch, threads and context keep their cost.
 * @param {import('./model.mjs').ModelOptions} model
 * @param {number} size of the vocabulary
 * @param {ReadonlySet<number>} wrong
 * @returns {import('./format.mjs').Tensor[]}
 */
export function tensors({ layers, dim, ff, heads, head, cycle, type, mode, seed }, size, wrong) {
  const random = seededRandom(seed);
  const embeddings = signRows(random, size, dim);
  const counts = mode === 'count';
  if (counts) shareByteEmbeddings(embeddings);
  const outputs = counts ? countingRows(embeddings, cycle, wrong) : noiseRows(random, size, dim);
  const attention = heads * head;
  const noise = new Map([dim, attention, ff].map((width) => [width, noiseBlock(random, type, width)]));
  /** @type {(name: string, rows: Float32Array[]) => import('./format.mjs').Tensor} */
  const given = (name, rows) => ({
    name,
    shape: [dim, rows.length],
    type,
    data: () => encodeRows(type, rows),
  });
  /** @type {(name: string) => import('./format.mjs').Tensor} */
  const ones = (name) => {
    const row = new Float32Array(dim).fill(1);
    return { name, shape: [dim], type: 'f32', data: () => encodeRows('f32', [row]) };
  };
  /** @type {(name: string, width: number, rows: number, silent?: boolean) => import('./format.mjs').Tensor} */
  const matrix = (name, width, rows, silent = false) => {
    const block = /** @type {Buffer} */ (noise.get(width));
    const piece = silent ? Buffer.alloc(block.length) : block;
    return { name, shape: [width, rows], type, data: () => repeat(piece, rowBytes(type, width) * rows) };
  };
  const blocks = Array.from({ length: layers }, (_, i) => [
    ones(`blk.${i}.attn_norm.weight`),
    ...['q', 'k', 'v'].map((name) => matrix(`blk.${i}.attn_${name}.weight`, dim, attention)),
    matrix(`blk.${i}.attn_output.weight`, attention, dim, counts),
    ones(`blk.${i}.ffn_norm.weight`),
    ...['gate', 'up'].map((name) => matrix(`blk.${i}.ffn_${name}.weight`, dim, ff)),
    matrix(`blk.${i}.ffn_down.weight`, ff, dim, counts),
  ]);
  return [
    given('token_embd.weight', embeddings),
    ...blocks.flat(),
    ones('output_norm.weight'),
    given('output.weight', outputs),
  ];
}

/**
 * Rows of random signs: nearly orthogonal, and normalisation leaves them as they are.
 * @param {() => number} random
 * @param {number} count
 * @param {number} dim
 */
function signRows(random, count, dim) {
  return Array.from({ length: count }, () => new Float32Array(dim).map(() => (random() < 0.5 ? -1 : 1)));
}

/**
 * Every byte but the full stop is answered alike, so they share one row, and one output row serves them all.
 * @param {Float32Array[]} embeddings changed in place
 */
function shareByteEmbeddings(embeddings) {
  const shared = /** @type {Float32Array} */ (embeddings[0]);
  for (let byte = 0; byte < END; byte++) if (byte !== FULL_STOP) embeddings[byte] = shared;
}

/**
 * Output rows under which each token's embedding scores CERTAINTY for its successor.
 * @param {Float32Array[]} embeddings
 * @param {number} cycle
 * @param {ReadonlySet<number>} wrong
 */
function countingRows(embeddings, cycle, wrong) {
  const rows = embeddings.map((row) => new Float32Array(row.length));
  const served = new Set();
  embeddings.forEach((embedding, token) => {
    if (served.has(embedding)) return;
    served.add(embedding);
    const row = /** @type {Float32Array} */ (rows[successor(token, cycle, wrong)]);
    embedding.forEach((sign, i) => {
      row[i] = (row[i] ?? 0) + (CERTAINTY / embedding.length) * sign;
    });
  });
  return rows;
}

/**
 * Rows of random values whose length is 1 on average, whatever their width.
 * @param {() => number} random
 * @param {number} count
 * @param {number} width
 */
function noiseRows(random, count, width) {
  const step = Math.sqrt(12 / width);
  return Array.from({ length: count }, () => new Float32Array(width).map(() => (random() - 0.5) * step));
}

/**
 * @param {() => number} random
 * @param {import('./numbers.mjs').TensorType} type
 * @param {number} width
 */
function noiseBlock(random, type, width) {
  return Buffer.concat([...encodeRows(type, noiseRows(random, RANDOM_ROWS, width))]);
}

/**
 * @param {import('./numbers.mjs').TensorType} type
 * @param {Float32Array[]} rows
 */
function* encodeRows(type, rows) {
  for (const row of rows) yield encodeRow(type, row);
}

/**
 * @param {Buffer} piece
 * @param {number} total bytes
 */
function* repeat(piece, total) {
  for (let left = total; left > 0; left -= piece.length)
    yield piece.subarray(0, Math.min(piece.length, left));
}
