// The container: a GGUF file (version 3) is a header with metadata, a table of tensors, then their aligned data.

import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { rowBytes, TYPE_IDS } from './numbers.mjs';

/** @typedef {{ kind: 'u32' | 'f32', value: number } | { kind: 'text', value: string }} Scalar */
/** @typedef {Scalar | { kind: 'texts', value: string[] } | { kind: 'ints', value: number[] }} Value */
/**
 * @typedef {object} Tensor
 * @property {string} name
 * @property {number[]} shape the row's width first, as the format has it
 * @property {import('./numbers.mjs').TensorType} type
 * @property {() => Iterable<Uint8Array>} data its encoded rows in pieces, made when they are written
 */

const VERSION = 3;
const ALIGNMENT = 32; // the format's default, so the metadata need not name it
const KIND_IDS = Object.freeze({ u32: 4, i32: 5, f32: 6, text: 8, array: 9 });

/** @param {number} value */
export const u32 = (value) => /** @type {const} */ ({ kind: 'u32', value });
/** @param {number} value */
export const f32 = (value) => /** @type {const} */ ({ kind: 'f32', value });
/** @param {string} value */
export const text = (value) => /** @type {const} */ ({ kind: 'text', value });
/** @param {string[]} value */
export const texts = (value) => /** @type {const} */ ({ kind: 'texts', value });
/** @param {number[]} value */
export const ints = (value) => /** @type {const} */ ({ kind: 'ints', value });

/**
 * Writes a model file. The name appears only when the file is whole. Memory stays at one piece of one tensor.
 * @param {string} path
 * @param {Record<string, Value>} metadata
 * @param {Tensor[]} tensors
 * @returns {number} bytes written
 * @throws {Error} if a tensor's data is not as long as its shape says
 */
export function writeGguf(path, metadata, tensors) {
  const partial = `${path}.${process.pid}.partial`;
  const file = openSync(partial, 'w');
  let position = 0;
  /** @param {Uint8Array} bytes */
  const put = (bytes) => {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    position += bytes.length;
  };
  try {
    put(header(metadata, tensors));
    for (const tensor of tensors) {
      put(Buffer.alloc(aligned(position) - position));
      const start = position;
      for (const piece of tensor.data()) put(piece);
      const wanted = tensorBytes(tensor);
      if (position - start !== wanted) {
        throw new Error(`tensor ${tensor.name}: ${position - start} bytes of data, ${wanted} by its shape`);
      }
    }
    put(Buffer.alloc(aligned(position) - position));
    closeSync(file);
    renameSync(partial, path);
  } finally {
    rmSync(partial, { force: true });
  }
  return position;
}

/** @param {Tensor} tensor */
export function tensorBytes({ type, shape: [width = 1, ...more] }) {
  return rowBytes(type, width) * more.reduce((product, size) => product * size, 1);
}

/**
 * @param {Record<string, Value>} metadata
 * @param {Tensor[]} tensors
 */
function header(metadata, tensors) {
  const entries = Object.entries(metadata);
  const parts = [Buffer.from('GGUF'), int32(VERSION), int64(tensors.length), int64(entries.length)];
  for (const [key, value] of entries) parts.push(string(key), ...encodeValue(value));
  let offset = 0;
  for (const tensor of tensors) {
    parts.push(string(tensor.name), int32(tensor.shape.length), ...tensor.shape.map(int64));
    parts.push(int32(TYPE_IDS[tensor.type]), int64(offset));
    offset = aligned(offset + tensorBytes(tensor));
  }
  return Buffer.concat(parts);
}

/** @param {Value} value */
function encodeValue(value) {
  switch (value.kind) {
    case 'u32':
      return [int32(KIND_IDS.u32), int32(value.value)];
    case 'f32':
      return [int32(KIND_IDS.f32), float32(value.value)];
    case 'text':
      return [int32(KIND_IDS.text), string(value.value)];
    case 'texts':
      return [...arrayHead(KIND_IDS.text, value.value), ...value.value.map(string)];
    case 'ints':
      return [...arrayHead(KIND_IDS.i32, value.value), ...value.value.map(int32)];
  }
}

/**
 * @param {number} kind
 * @param {unknown[]} values
 */
const arrayHead = (kind, values) => [int32(KIND_IDS.array), int32(kind), int64(values.length)];

/** @param {number} size */
const aligned = (size) => Math.ceil(size / ALIGNMENT) * ALIGNMENT;

/** @param {number} value */
function int32(value) {
  const out = Buffer.alloc(4);
  out.writeUInt32LE(value);
  return out;
}

/** @param {number} value */
function int64(value) {
  const out = Buffer.alloc(8);
  out.writeBigUInt64LE(BigInt(value));
  return out;
}

/** @param {number} value */
function float32(value) {
  const out = Buffer.alloc(4);
  out.writeFloatLE(value);
  return out;
}

/** @param {string} value */
function string(value) {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([int64(bytes.length), bytes]);
}
