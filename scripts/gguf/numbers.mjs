// Numbers as a model file stores them: seeded random values, 32 and 16 bit floats, 8 bit blocks.

/** @typedef {'f32' | 'f16' | 'q8_0'} TensorType */

/** The id of each type in the file. */
export const TYPE_IDS = Object.freeze({ f32: 0, f16: 1, q8_0: 8 });

const BLOCK = 32; // values that share one scale in q8_0
const BLOCK_BYTES = 2 + BLOCK;

/**
 * A seeded generator of numbers in [0, 1) (mulberry32): the same seed gives the same series everywhere.
 * @param {number} seed
 * @returns {() => number}
 */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const single = new Float32Array(1);
const singleBits = new Uint32Array(single.buffer);

/**
 * The bits of the nearest IEEE half-precision number, ties to even.
 * @param {number} value
 * @returns {number} 16 bits
 */
export function toHalf(value) {
  single[0] = value;
  const bits = singleBits[0] ?? 0;
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00; // not a number
  if (magnitude >= 0x47800000) return sign | 0x7c00; // 2^16 and more: infinity
  if (magnitude < 0x38800000) {
    // Below 2^-14 a half counts steps of 2^-24; adding 2^52 lets the addition itself round ties to even.
    return sign | (Math.abs(single[0]) * 2 ** 24 + 2 ** 52 - 2 ** 52);
  }
  const tieToEven = (magnitude >>> 13) & 1;
  return sign | ((magnitude - 0x38000000 + 0xfff + tieToEven) >>> 13); // exponent bias 127 to 15
}

/**
 * Bytes of one row of `width` values.
 * @param {TensorType} type
 * @param {number} width for q8_0 a multiple of 32
 */
export function rowBytes(type, width) {
  if (type === 'f32') return width * 4;
  if (type === 'f16') return width * 2;
  return (width / BLOCK) * BLOCK_BYTES;
}

/**
 * One row as the file stores it.
 * @param {TensorType} type
 * @param {Float32Array} row
 * @returns {Buffer}
 */
export function encodeRow(type, row) {
  const out = Buffer.alloc(rowBytes(type, row.length));
  if (type === 'f32') row.forEach((value, i) => void out.writeFloatLE(value, i * 4));
  else if (type === 'f16') row.forEach((value, i) => void out.writeUInt16LE(toHalf(value), i * 2));
  else
    for (let i = 0; i < row.length / BLOCK; i++) {
      encodeBlock(row.subarray(i * BLOCK, (i + 1) * BLOCK), out.subarray(i * BLOCK_BYTES));
    }
  return out;
}

/**
 * q8_0: the scale (largest magnitude / 127) as a half, then each value as a signed byte.
 * @param {Float32Array} values
 * @param {Buffer} out
 */
function encodeBlock(values, out) {
  const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
  out.writeUInt16LE(toHalf(scale), 0);
  values.forEach((value, i) => void out.writeInt8(scale === 0 ? 0 : Math.round(value / scale), 2 + i));
}
