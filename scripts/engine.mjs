#!/usr/bin/env node
// Gets a real inference server for the demos and tests: `npm run engine [-- vllm]`, or with `--path` only where it is.

import { fileURLToPath } from 'node:url';
import { isInstalled, serverIn } from './engine/installed.mjs';
import { Trouble } from './engine/trouble.mjs';

const FOLDER = fileURLToPath(new URL('../.engine', import.meta.url));
const USAGE = 'usage: node scripts/engine.mjs [llama | vllm | sglang] [--path]';

/**
 * @typedef {object} Engine
 * @property {string} program
 * @property {boolean} there
 * @property {(say: (line: string) => void) => Promise<void>} install
 */

/**
 * @param {string[]} args
 * @returns {Promise<number>} exit code: 0 there; 1 `--path` and not there; 2 refused
 */
async function main(args) {
  const names = args.filter((arg) => arg !== '--path');
  const [name = 'llama'] = names;
  if (names.length > 1) return refuse(`${names.join(' ')}: one engine at a time`, USAGE);
  const { program, there, install } = await engine(name);
  if (args.includes('--path')) {
    if (there) console.log(program);
    else console.error(`engine: not installed; run: npm run engine${name === 'llama' ? '' : ` -- ${name}`}`);
    return there ? 0 : 1;
  }
  if (there) {
    console.log(`already there: ${program}`);
    return 0;
  }
  const begin = performance.now();
  const seconds = () => (performance.now() - begin) / 1000;
  await install((line) => console.error(`engine: ${seconds().toFixed(0).padStart(3)} s  ${line}`));
  console.log(`${program} (${seconds().toFixed(1)} s)`);
  return 0;
}

/**
 * What is not asked for is not loaded either: the usual call finds its engine there.
 * @param {string} name
 * @returns {Promise<Engine>}
 * @throws {Trouble} for a name that is none of ours
 */
async function engine(name) {
  const folder = `${FOLDER}/${name}`;
  if (name === 'llama') {
    const install = async (/** @type {(line: string) => void} */ say) =>
      (await import('./engine/install.mjs')).install(folder, say);
    return { program: serverIn(folder), there: isInstalled(folder), install };
  }
  if (name !== 'vllm' && name !== 'sglang') throw new Trouble(`${name}: unknown argument`, USAGE);
  const { programIn } = await import('./engine/python/engines.mjs');
  const { installPython, isThere } = await import('./engine/python/install.mjs');
  return {
    program: programIn(name, folder),
    there: isThere(name, folder),
    install: (say) => installPython(name, folder, say),
  };
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
