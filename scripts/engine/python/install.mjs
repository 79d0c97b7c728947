// Puts vLLM or SGLang into a folder. Its stamp is written last: a folder without it is no installation.

import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkMachine } from '../machine.mjs';
import { run } from '../run.mjs';
import { Trouble } from '../trouble.mjs';
import { checkPython } from '../wheels.mjs';
import { beneath, lockFile, PYTHON, PYTHON_ENGINES, pythonIn, sitePackages, stampOf } from './engines.mjs';
import { prove } from './proof.mjs';
import { getUv, packagesIn } from './uv.mjs';

const GB = 1e9;

/**
 * @param {import('./engines.mjs').PythonEngine} name
 * @param {string} folder
 * @returns {boolean}
 */
export function isThere(name, folder) {
  if (name === 'sglang' && !isThere('vllm', beneath(folder))) return false;
  try {
    return readFileSync(join(folder, 'stamp'), 'utf8') === stampOf(name);
  } catch {
    return false;
  }
}

/**
 * Installs into `folder`, in place of whatever is there. SGLang shares the packages of vLLM, which goes before it.
 * @param {import('./engines.mjs').PythonEngine} name
 * @param {string} folder
 * @param {(line: string) => void} say
 * @throws {Trouble}
 */
export async function installPython(name, folder, say) {
  if (name === 'sglang' && !isThere('vllm', beneath(folder)))
    await installPython('vllm', beneath(folder), say);
  checkMachine(name);
  await checkPython();
  const python = await findPython(name);
  mkdirSync(folder, { recursive: true });
  checkDisk(name, folder);
  rmSync(folder, { recursive: true });
  const work = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`));
  const clean = () => rmSync(work, { recursive: true, force: true });
  process.once('exit', clean);
  try {
    const uv = await getUv(work);
    await uv(['venv', '--quiet', '--python', python, folder]);
    const lock = lockFile(name);
    say(`${packagesIn(lock)} packages`);
    const pip = ['pip', 'install', '--no-deps', '--require-hashes', '--link-mode', 'hardlink'];
    await uv([...pip, '--python', pythonIn(folder), '-r', lock], (line) => {
      const news = /^\s*(?:Downloading \S+ \(\d{3,}\.?\d*MiB\)|Prepared .*|Installed .*)/.exec(line);
      if (news !== null) say(news[0].trim());
    });
    clean();
    if (name === 'vllm') renameDistribution(folder);
    else joinPackages(folder);
    say('proving it: one start, one completion');
    await prove(name, folder);
    const { output } = await run('du', ['-sk', folder]);
    say(`${((Number.parseInt(output, 10) * 1024) / GB).toFixed(1)} GB in ${folder}`);
    writeFileSync(join(folder, 'stamp'), stampOf(name));
  } finally {
    clean();
    process.off('exit', clean);
  }
}

/** @param {import('./engines.mjs').PythonEngine} name */
async function findPython(name) {
  const seen = [];
  for (const program of [`python${PYTHON}`, 'python3']) {
    const { code, output } = await run(program, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])']);
    const version = output.trim();
    if (code === 0 && version === PYTHON) return program;
    if (code === 0) seen.push(`${program} is ${version}`);
  }
  throw new Trouble(
    `${name} is pinned for Python ${PYTHON}, which is not there (${seen.join(', ') || 'no python3'})`,
    `install python${PYTHON}; Debian 12 has it`,
  );
}

/**
 * @param {import('./engines.mjs').PythonEngine} name
 * @param {string} folder
 */
function checkDisk(name, folder) {
  const { bavail, bsize } = statfsSync(folder);
  const { disk } = PYTHON_ENGINES[name];
  const free = (bavail * bsize) / GB;
  if (free >= disk) return;
  throw new Trouble(
    `${name} takes ${disk} GB of disk, and ${folder} has ${free.toFixed(1)} GB free`,
    'make room there; everything but the tests on the real engine works without it',
  );
}

/**
 * The engine asks for the version of a package `vllm`, and takes the CPU for its device where that says so.
 * @param {string} folder
 */
function renameDistribution(folder) {
  const version = `${PYTHON_ENGINES.vllm.version}+cpu`;
  const info = join(sitePackages(folder), `vllm-${version}.dist-info`);
  mkdirSync(info);
  writeFileSync(join(info, 'METADATA'), `Metadata-Version: 2.1\nName: vllm\nVersion: ${version}\n`);
}

/**
 * The packages of vLLM's folder come after its own; its kernels have no build for a CPU and are stood in for.
 * @param {string} folder
 */
function joinPackages(folder) {
  const own = sitePackages(folder);
  writeFileSync(join(own, 'beneath.pth'), `${sitePackages(beneath(folder))}\n`);
  mkdirSync(join(own, 'sgl_kernel'));
  copyFileSync(fileURLToPath(new URL('sgl_kernel.py', import.meta.url)), join(own, 'sgl_kernel/__init__.py'));
}
