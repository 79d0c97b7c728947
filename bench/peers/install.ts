import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sitePackages } from '../../scripts/engine/python/engines.mjs';
import { installPython, isThere } from '../../scripts/engine/python/install.mjs';
import { getUv } from '../../scripts/engine/python/uv.mjs';
import { findPython } from './find-python.ts';
import { folderOf, isEngine, lockOf, type PeerName, packagesIn } from './locked.ts';

/** The Python that the wheels of each lock file are for. */
const PYTHON: Readonly<Record<Exclude<PeerName, 'vllm' | 'sglang'>, string>> = {
  guidellm: '3.11',
  aiperf: '3.11',
  'inference-perf': '3.12',
};
/** 4 GB that guidellm imports and never uses: it takes those of vLLM, in the very same versions. */
const SHARED = /^(?:torch|triton|nvidia-[a-z0-9-]+|cuda-[a-z]+)==/;

export function isInstalled(name: PeerName): boolean {
  const folder = folderOf(name);
  if (isEngine(name)) return isThere(name, folder);
  try {
    return readFileSync(path.join(folder, 'stamp'), 'utf8') === readFileSync(lockOf(name), 'utf8');
  } catch {
    return false;
  }
}

/**
 * Into an own virtual environment, by the lock file, in place of whatever is there; the stamp is written last. Throws
 * where the Python of the lock file is not there, or the packages cannot be had.
 */
export async function install(name: PeerName): Promise<void> {
  const folder = folderOf(name);
  if (isEngine(name)) return installPython(name, folder, console.error);
  const shares = name === 'guidellm';
  if (shares && !isInstalled('vllm')) await install('vllm');
  mkdirSync(path.dirname(folder), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  const work = mkdtempSync(path.join(path.dirname(folder), `.${name}-`));
  try {
    const uv = await getUv(work);
    await uv(['venv', '--quiet', '--python', await findPython(PYTHON[name]), folder]);
    const wanted = path.join(work, 'lock.txt');
    const lines = packagesIn(name).filter((line) => !(shares && SHARED.test(line)));
    writeFileSync(wanted, `${lines.join('\n')}\n`);
    const pip = ['pip', 'install', '--no-deps', '--require-hashes', '--link-mode', 'hardlink'];
    await uv([...pip, '--python', path.join(folder, 'bin/python'), '-r', wanted]);
    if (shares)
      writeFileSync(path.join(sitePackages(folder), 'beneath.pth'), `${sitePackages(folderOf('vllm'))}\n`);
    writeFileSync(path.join(folder, 'stamp'), readFileSync(lockOf(name)));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
