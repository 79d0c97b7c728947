import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeModel } from '../../scripts/gguf/model.mjs';
import { encodeRow, toHalf } from '../../scripts/gguf/numbers.mjs';
import { countingText, disagreements, predictSpeculation, successor } from '../../scripts/gguf/predict.mjs';
import { readGguf } from './read-gguf.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gguf-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Options = Parameters<typeof writeModel>[1];

function write(options: Options = {}): Buffer {
  const { path, bytes } = writeModel(join(folder, 'model.gguf'), options);
  const file = readFileSync(path);
  expect(file.length).toBe(bytes);
  return file;
}

const sha256 = (file: Buffer) => createHash('sha256').update(file).digest('hex');

describe('a written model', () => {
  it('has the same bytes everywhere', () => {
    // A change of this constant means that every published number about these models was measured on another file.
    expect(sha256(write())).toBe('5c2f6a0e02cac44d5a34b3f78958f148ac7f71c0437d1d436ecc7d2ea12c0565');
  });

  it('differs with the seed', () => {
    expect(sha256(write({ seed: 1 }))).toBe(sha256(write()));
    expect(sha256(write({ seed: 2 }))).not.toBe(sha256(write()));
  });

  it('says in its header what was asked for', () => {
    const { version, metadata } = readGguf(
      write({ layers: 3, dim: 64, ff: 96, heads: 2, head: 16, ctx: 512, cycle: 10 }),
    );
    expect(version).toBe(3);
    expect(metadata).toMatchObject({
      'general.architecture': 'llama',
      'general.file_type': 1,
      'llama.block_count': 3,
      'llama.context_length': 512,
      'llama.embedding_length': 64,
      'llama.feed_forward_length': 96,
      'llama.attention.head_count': 2,
      'llama.attention.key_length': 16,
      'llama.vocab_size': 267,
      'tokenizer.ggml.bos_token_id': 256,
      'tokenizer.ggml.eos_token_id': 256,
      'tokenizer.ggml.merges': [],
    });
    const tokens = metadata['tokenizer.ggml.tokens'] as string[];
    expect(tokens).toHaveLength(267);
    expect(new Set(tokens).size).toBe(267);
    expect([tokens[0x20], tokens[0x2e], tokens[0x41], tokens[0xad]]).toEqual(['Ġ', '.', 'A', 'Ń']);
    expect(tokens.slice(256, 259)).toEqual(['<|end|>', ' 1', ' 2']);
    expect((metadata['tokenizer.ggml.token_type'] as number[]).slice(255, 258)).toEqual([1, 3, 4]);
  });

  it.each([
    ['f32', 0, 4],
    ['f16', 1, 2],
    ['q8_0', 8, 34 / 32],
  ] as const)('lays out its tensors without gap or overlap as %s', (type, id, bytesPerValue) => {
    const file = write({ type });
    const { tensors, dataStart } = readGguf(file);
    expect(tensors).toHaveLength(2 * 9 + 3);
    let end = 0;
    for (const { name, shape, type: got, offset } of tensors) {
      const isVector = shape.length === 1;
      expect([name, got, offset]).toEqual([name, isVector ? 0 : id, Math.ceil(end / 32) * 32]);
      end = offset + shape.reduce((product, size) => product * size, 1) * (isVector ? 4 : bytesPerValue);
    }
    expect(file.length).toBe(dataStart + Math.ceil(end / 32) * 32);
  });

  it('keeps the hidden state at the last embedding: what writes into it is zero', () => {
    const file = write({ type: 'f32', layers: 1 });
    const { tensors, dataStart } = readGguf(file);
    const isZero = (name: string) => {
      const at = tensors.findIndex((tensor) => tensor.name === name);
      const [from, to] = [tensors[at]?.offset ?? 0, tensors[at + 1]?.offset ?? 0];
      return file.subarray(dataStart + from, dataStart + to).every((byte) => byte === 0);
    };
    expect(isZero('blk.0.attn_output.weight')).toBe(true);
    expect(isZero('blk.0.ffn_down.weight')).toBe(true);
    expect(isZero('blk.0.attn_q.weight')).toBe(false);
  });

  it('as a foreign draft has the same ids with other texts', () => {
    const tokensOf = (options: Options) =>
      readGguf(write(options)).metadata['tokenizer.ggml.tokens'] as string[];
    const plain = tokensOf({});
    const marked = tokensOf({ vocab: 'marked' });
    expect(marked).toHaveLength(plain.length);
    expect(marked.slice(0, 257)).toEqual(plain.slice(0, 257));
    expect(marked.slice(257).filter((token) => plain.includes(token))).toEqual([]);
  });

  it('is refused with every problem named, and leaves no file', () => {
    const path = join(folder, 'refused.gguf');
    const bad = { layers: 0, dim: 100, head: 33, type: 'q8_0', agree: 1.5 } as const;
    const problems = /layers .* 0; agree .* 1\.5; head .* 33; q8_0 needs/;
    expect(() => writeModel(path, bad)).toThrow(problems);
    expect(() => writeModel(path, { cycle: 7, agree: 0.5 })).toThrow('a cycle of 7 cannot disagree');
    expect(readdirSync(folder)).not.toContain('refused.gguf');
  });
});

describe('numbers', () => {
  it.each([
    [0, 0x0000],
    [-0, 0x8000],
    [1, 0x3c00],
    [-2, 0xc000],
    [65504, 0x7bff],
    [65520, 0x7c00], // halfway to 2^16: rounds to infinity
    [1e9, 0x7c00],
    [Number.NaN, 0x7e00],
    [1 + 2 ** -11, 0x3c00], // a tie goes to the even neighbour
    [1 + 3 * 2 ** -11, 0x3c02],
    [2 ** -14, 0x0400],
    [2 ** -24, 0x0001], // the smallest
    [2 ** -25, 0x0000], // a tie again
    [-1.5 * 2 ** -24, 0x8002],
  ])('%d as a half', (value, bits) => {
    expect(toHalf(value)).toBe(bits);
  });

  it('q8_0 keeps a scale and a byte for each value', () => {
    const row = Float32Array.from({ length: 32 }, (_, i) => (i - 16) / 16);
    const block = encodeRow('q8_0', row);
    expect(block).toHaveLength(34);
    expect(block.readUInt16LE(0)).toBe(toHalf(1 / 127));
    expect([...block.subarray(2)].map((byte) => (byte << 24) >> 24)).toEqual(
      [...row].map((x) => Math.round(x * 127)),
    );
  });
});

describe('what a counting model says', () => {
  it('counts, starts again after its last number, and ends after a full stop', () => {
    expect(countingText(5, 3)).toBe(' 1 2 3 1 2');
    expect(['a', ' ', '.'].map((byte) => successor(byte.charCodeAt(0), 3))).toEqual([257, 257, 256]);
    expect([257, 258, 259, 256].map((token) => successor(token, 3))).toEqual([258, 259, 257, 256]);
  });

  it('disagrees after exactly the asked share of its numbers', () => {
    const wrong = disagreements(1000, 0.8, 1);
    expect(wrong.size).toBe(200);
    expect(disagreements(1000, 1, 1).size).toBe(0);
    for (let number = 0; number < 1000; number++) {
      expect(successor(257 + number, 1000, wrong) === successor(257 + number, 1000)).toBe(!wrong.has(number));
    }
  });
});

describe('predicted counters of speculation', () => {
  // Measured on a real llama-server (drafted, accepted): its own counters of one request.
  it.each([
    [1.0, 3, 300, 224, 224],
    [0.8, 1, 300, 166, 133],
    [0.8, 3, 300, 292, 201],
    [0.8, 8, 300, 525, 233],
    [0.8, 16, 300, 942, 239],
    [0.5, 3, 300, 469, 142],
    [0.8, 1, 96, 52, 43],
    [0.8, 2, 96, 75, 57],
    [0.8, 4, 96, 98, 69],
    [0.8, 8, 96, 141, 75],
    [0.8, 16, 96, 211, 78],
    [0.8, 2, 64, 44, 40],
    [0.8, 4, 64, 55, 48],
    [0.8, 8, 64, 72, 53],
  ])('agree %d, at most %d drafted, %d tokens', (agree, nMax, tokens, drafted, accepted) => {
    expect(predictSpeculation({ agree, nMax, tokens })).toEqual({
      drafted,
      accepted,
      steps: tokens - 1 - accepted,
    });
  });

  it('nothing is drafted where one token is wanted', () => {
    expect(predictSpeculation({ tokens: 1, nMax: 4 })).toEqual({ drafted: 0, accepted: 0, steps: 0 });
    expect(predictSpeculation({ tokens: 2, nMax: 4 })).toEqual({ drafted: 0, accepted: 0, steps: 1 });
  });
});
