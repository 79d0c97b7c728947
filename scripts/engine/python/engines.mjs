// The two engines that are Python packages: what they are pinned to, what they take, and how they are started.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {'vllm' | 'sglang'} PythonEngine
 * @typedef {object} Launch
 * @property {string[]} argv
 * @property {Record<string, string>} env
 */

/**
 * Versions are those of the lock files; disk in GB, measured, with a fifth more while it is unpacked.
 * @type {Readonly<Record<PythonEngine, { version: string, disk: number }>>}
 */
export const PYTHON_ENGINES = Object.freeze({
  vllm: { version: '0.32.0', disk: 8 },
  sglang: { version: '0.5.23', disk: 1 },
});

/** The lock files name the wheels of this one. */
export const PYTHON = '3.11';

/** @param {PythonEngine} name */
export const lockFile = (name) => fileURLToPath(new URL(`${name}.lock.txt`, import.meta.url));

/** @param {string} folder of the engine */
export const pythonIn = (folder) => join(folder, 'bin/python');

/** @param {string} folder of the engine */
export const sitePackages = (folder) => join(folder, `lib/python${PYTHON}/site-packages`);

/**
 * The program by which the engine is started.
 * @param {PythonEngine} name
 * @param {string} folder
 */
export const programIn = (name, folder) => (name === 'vllm' ? join(folder, 'bin/vllm') : pythonIn(folder));

/**
 * The folder beside it whose packages it uses too.
 * @param {string} folder of SGLang
 */
export const beneath = (folder) => join(dirname(folder), 'vllm');

/**
 * The command of a small server on the CPU that asks no network for anything.
 * @param {PythonEngine} name
 * @param {string} folder of the engine
 * @param {{ model: string, port: number }} server
 * @returns {Launch}
 */
export function launch(name, folder, { model, port }) {
  const where = ['--host', '127.0.0.1', '--port', `${port}`, '--served-model-name', 'tiny'];
  const program = programIn(name, folder);
  const argv =
    name === 'vllm'
      ? [program, 'serve', model, ...where, '--enforce-eager']
      : [program, '-m', 'sglang.launch_server', '--model-path', model, ...where, ...SGLANG_ON_CPU];
  return {
    argv,
    env: { ...QUIET, ...(name === 'vllm' ? VLLM_ON_CPU : SGLANG_ENV), ...keeping(join(folder, 'caches')) },
  };
}

const SGLANG_ON_CPU = [
  ...['--device', 'cpu', '--attention-backend', 'torch_native', '--sleep-on-idle'],
  ...['--mem-fraction-static', '0.1', '--max-total-tokens', '8192'],
];
const SGLANG_ENV = { SGLANG_USE_CPU_ENGINE: '1' };
/** The cache of keys and values in GiB; threads that are pinned to cores get in each other's way on a small machine. */
const VLLM_ON_CPU = { VLLM_CPU_KVCACHE_SPACE: '1', VLLM_CPU_OMP_THREADS_BIND: 'nobind' };
const QUIET = {
  HF_HUB_OFFLINE: '1',
  TRANSFORMERS_OFFLINE: '1',
  VLLM_NO_USAGE_STATS: '1',
  DO_NOT_TRACK: '1',
  NO_COLOR: '1',
  OMP_NUM_THREADS: '1',
};

/**
 * What it finds out about a model is kept, and what it compiles of its own source: the next start takes half the time.
 * @param {string} folder
 */
const keeping = (folder) => ({
  PYTHONDONTWRITEBYTECODE: '',
  HF_HOME: join(folder, 'hf'),
  VLLM_CACHE_ROOT: join(folder, 'vllm'),
  XDG_CACHE_HOME: folder,
});

/**
 * What says that a folder holds exactly this.
 * @param {PythonEngine} name
 */
export const stampOf = (name) =>
  `${name} ${PYTHON_ENGINES[name].version}\n${readFileSync(lockFile(name), 'utf8')}`;
