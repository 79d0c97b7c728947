#!/usr/bin/env node
// Gets a real inference server for the demos and tests: `npm run engine`, or with `--path` only where it is.

import { fileURLToPath } from 'node:url';
import { isInstalled, serverIn } from './engine/installed.mjs';
import { Trouble } from './engine/trouble.mjs';

const FOLDER = fileURLToPath(new URL('../.engine/llama', import.meta.url));
const USAGE = 'usage: node scripts/engine.mjs [llama] [--path]';

/**
 * @param {string[]} args
 * @returns {Promise<number>} exit code: 0 there; 1 `--path` and not there; 2 refused
 */
async function main(args) {
  const wrong = args.find((arg) => arg !== 'llama' && arg !== '--path');
  if (wrong === 'vllm' || wrong === 'sglang')
    return refuse(`${wrong}: not supported in this version`, 'llama is');
  if (wrong !== undefined) return refuse(`${wrong}: unknown argument`, USAGE);
  const there = isInstalled(FOLDER);
  if (args.includes('--path')) {
    if (there) console.log(serverIn(FOLDER));
    else console.error('engine: not installed; run: npm run engine');
    return there ? 0 : 1;
  }
  if (there) {
    console.log(`already there: ${serverIn(FOLDER)}`);
    return 0;
  }
  const { install } = await import('./engine/install.mjs'); // not before it is needed: the usual call is the second one
  const begin = performance.now();
  await install(FOLDER, (line) => console.error(`engine: ${line}`));
  console.log(`${serverIn(FOLDER)} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
  return 0;
}

/**
 * @param {string} what
 * @param {string} remedy
 */
function refuse(what, remedy) {
  console.error(`engine: ${what}\n  ${remedy}`);
  return 2;
}

for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])) {
  process.once(signal, () => process.exit(code)); // the exit handlers remove what is half done
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Trouble)) throw error;
  process.exitCode = refuse(error.message, error.remedy);
}
