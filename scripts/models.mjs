#!/usr/bin/env node
// Writes the models of the example and the tests: `node scripts/models.mjs [DIR]`, default `.engine/models`.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeModel } from './gguf/model.mjs';

/**
 * The target is wide, shallow and of 32-bit floats, because reading its weights must cost much more than computing with
 * them: only then do several sequences, or drafted tokens, share the cost of one pass, as they do on a GPU.
 * @type {Record<string, Partial<import('./gguf/model.mjs').ModelOptions>>}
 */
const MODELS = {
  'tiny.gguf': {},
  'target.gguf': { layers: 1, dim: 768, ff: 7168, cycle: 1000, type: 'f32' },
  'draft-0.8.gguf': { layers: 1, dim: 128, ff: 128, cycle: 1000, agree: 0.8 },
  'draft-foreign.gguf': { layers: 1, dim: 128, ff: 128, cycle: 1000, vocab: 'marked' },
};

const SOURCES = fileURLToPath(new URL('./gguf', import.meta.url));

/** Names the content: the recipes, and the code that follows them. */
function stampName() {
  const hash = createHash('sha256').update(JSON.stringify(MODELS));
  for (const file of readdirSync(SOURCES).sort()) hash.update(readFileSync(join(SOURCES, file)));
  return `.written-${hash.digest('hex').slice(0, 16)}`;
}

/** @param {string} folder */
function main(folder) {
  const names = Object.keys(MODELS);
  const stamp = stampName();
  if ([stamp, ...names].every((name) => existsSync(join(folder, name)))) {
    return `already there: ${names.map((name) => join(folder, name)).join(' ')}`;
  }
  mkdirSync(folder, { recursive: true });
  const lines = Object.entries(MODELS).map(([name, options]) => {
    const { path, bytes } = writeModel(join(folder, name), options);
    return `${path} (${(bytes / 1e6).toFixed(1)} MB)`;
  });
  for (const name of readdirSync(folder)) if (name.startsWith('.written-')) rmSync(join(folder, name));
  writeFileSync(join(folder, stamp), '');
  return lines.join('\n');
}

console.log(main(process.argv[2] ?? fileURLToPath(new URL('../.engine/models', import.meta.url))));
