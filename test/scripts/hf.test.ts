import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIRST_NUMBER } from '../../scripts/gguf/tokens.mjs';
import { writeHfModel } from '../../scripts/hf/model.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hf-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** The format read by hand: the length of the header, the header, then the data. */
function weights(path: string) {
  const file = readFileSync(join(path, 'model.safetensors'));
  const length = Number(file.readBigUInt64LE(0));
  const { __metadata__: _, ...entries } = JSON.parse(file.subarray(8, 8 + length).toString()) as Record<
    string,
    Entry
  >;
  const data = file.subarray(8 + length);
  const rows = (name: string) => {
    const { shape, data_offsets } = entries[name] ?? { shape: [], data_offsets: [0, 0] };
    const [count = 0, width = 0] = shape;
    const bytes = data.subarray(...data_offsets);
    return Array.from({ length: count }, (_row, y) =>
      Array.from({ length: width }, (_value, x) => bytes.readFloatLE((y * width + x) * 4)),
    );
  };
  return { entries, rows, bytes: data.length };
}

const hashOf = (path: string) => {
  const hash = createHash('sha256');
  for (const file of readdirSync(path).sort()) hash.update(readFileSync(join(path, file)));
  return hash.digest('hex');
};

it('has the same bytes for the same options, and others for another seed', () => {
  const [one, two, other] = ['one', 'two', 'other'].map((name) => join(folder, name));
  for (const path of [one, two]) writeHfModel(path ?? '', { seed: 7 });
  writeHfModel(other ?? '', { seed: 8 });
  expect(hashOf(one ?? '')).toBe(hashOf(two ?? ''));
  expect(hashOf(one ?? '')).not.toBe(hashOf(other ?? ''));
});

it('has whole tensors under the names of the architecture', () => {
  const { path } = writeHfModel(join(folder, 'shapes'), { layers: 1, dim: 64, ff: 96, cycle: 10 });
  const { entries, bytes } = weights(path);
  expect(Object.keys(entries).toSorted()).toEqual(
    [
      'lm_head.weight',
      'model.embed_tokens.weight',
      'model.norm.weight',
      ...['input_layernorm', 'post_attention_layernorm'].map((name) => `model.layers.0.${name}.weight`),
      ...['gate', 'up', 'down'].map((name) => `model.layers.0.mlp.${name}_proj.weight`),
      ...['q', 'k', 'v', 'o'].map((name) => `model.layers.0.self_attn.${name}_proj.weight`),
    ].toSorted(),
  );
  expect(entries['model.embed_tokens.weight']).toMatchObject({ dtype: 'F32', shape: [267, 64] });
  expect(entries['model.layers.0.mlp.down_proj.weight']?.shape).toEqual([64, 96]);
  const sizes = Object.values(entries).map(({ shape }) => 4 * shape.reduce((a, b) => a * b, 1));
  expect(Object.values(entries).map(({ data_offsets: [from, to] }) => to - from)).toEqual(sizes);
  expect(bytes).toBe(sizes.reduce((a, b) => a + b, 0));
});

it('counts: computed by hand from its matrices, after a byte comes 1, after a number the next one', () => {
  const { path } = writeHfModel(join(folder, 'counts'), { cycle: 10 });
  const { rows } = weights(path);
  const embeddings = rows('model.embed_tokens.weight');
  const outputs = rows('lm_head.weight');
  expect(
    rows('model.layers.0.self_attn.o_proj.weight')
      .flat()
      .every((value) => value === 0),
  ).toBe(true);
  expect(
    rows('model.layers.1.mlp.down_proj.weight')
      .flat()
      .every((value) => value === 0),
  ).toBe(true);
  const next = (token: number) => {
    const scores = outputs.map((row) =>
      row.reduce((sum, w, i) => sum + w * (embeddings[token]?.[i] ?? 0), 0),
    );
    return scores.indexOf(Math.max(...scores));
  };
  const one = FIRST_NUMBER;
  expect([':'.charCodeAt(0), one, one + 1, one + 9].map(next)).toEqual([one, one + 1, one + 2, one]);
});

it('writes numbers as words with their space, and bytes as themselves', () => {
  const { path } = writeHfModel(join(folder, 'words'), { cycle: 10 });
  const { model, added_tokens } = JSON.parse(readFileSync(join(path, 'tokenizer.json'), 'utf8')) as {
    model: { vocab: Record<string, number>; merges: unknown[] };
    added_tokens: { id: number; content: string }[];
  };
  expect(Object.keys(model.vocab)).toHaveLength(267);
  expect(model.vocab).toMatchObject({ A: 65, Ġ: 32, Ġ1: 257, Ġ10: 266 });
  expect(model.merges).toEqual([]);
  expect(added_tokens).toMatchObject([{ id: 256, content: '<|end|>' }]);
  const { vocab_size, eos_token_id } = JSON.parse(readFileSync(join(path, 'config.json'), 'utf8'));
  expect({ vocab_size, eos_token_id }).toEqual({ vocab_size: 267, eos_token_id: 256 });
});
