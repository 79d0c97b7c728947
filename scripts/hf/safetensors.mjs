// Writes a safetensors file: the length of its header, the header as JSON, then the bytes of every tensor.

import { closeSync, openSync, writeSync } from 'node:fs';

/** Names of the number types in the file. */
const TYPES = Object.freeze({ f32: 'F32', f16: 'F16' });
const BYTES = Object.freeze({ f32: 4, f16: 2 });
const ALIGNMENT = 8;

/**
 * @param {string} path
 * @param {import('../gguf/format.mjs').Tensor[]} tensors whose shape is [columns, rows], as in GGUF
 * @returns {number} bytes of the file
 * @throws {RangeError} for a number type that the format does not have
 */
export function writeSafetensors(path, tensors) {
  let end = 0;
  const entries = tensors.map(({ name, shape, type }) => {
    if (type !== 'f32' && type !== 'f16') throw new RangeError(`${name}: safetensors has no ${type}`);
    const begin = end;
    end += BYTES[type] * shape.reduce((product, side) => product * side, 1);
    return [name, { dtype: TYPES[type], shape: shape.toReversed(), data_offsets: [begin, end] }];
  });
  const json = JSON.stringify(Object.fromEntries([['__metadata__', { format: 'pt' }], ...entries]));
  const header = Buffer.from(json.padEnd(Math.ceil(json.length / ALIGNMENT) * ALIGNMENT));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const file = openSync(path, 'w');
  try {
    for (const piece of [length, header]) writeSync(file, piece);
    for (const { data } of tensors) for (const piece of data()) writeSync(file, piece);
  } finally {
    closeSync(file);
  }
  return length.length + header.length + end;
}
