import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lockFile, pythonIn } from '../../scripts/engine/python/engines.mjs';
import { getUv } from '../../scripts/engine/python/uv.mjs';

const PEERS = path.resolve(import.meta.dirname, '../../.engine/peers');
/** What `vllm bench sweep` needs beside vLLM; pinned as SGLang's lock file pins them. */
const PACKAGES = /^(?:pandas|python-dateutil|tzdata)==/;

/**
 * The folder of pandas, for PYTHONPATH: installed by the first call, beside vLLM and not into it. Throws where it cannot
 * be had.
 */
export async function pandasFor(vllm: string): Promise<string> {
  const folder = path.join(PEERS, 'sweep');
  const stamp = path.join(folder, 'stamp');
  const lock = readFileSync(lockFile('sglang'), 'utf8')
    .split('\n')
    .filter((line) => PACKAGES.test(line));
  const wanted = `${lock.join('\n')}\n`;
  if (textOf(stamp) === wanted) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(PEERS, { recursive: true });
  const work = mkdtempSync(path.join(PEERS, '.sweep-'));
  try {
    const list = path.join(work, 'lock.txt');
    writeFileSync(list, wanted);
    const uv = await getUv(work);
    const pip = ['pip', 'install', '--no-deps', '--require-hashes', '--link-mode', 'hardlink'];
    await uv([...pip, '--python', pythonIn(vllm), '--target', folder, '-r', list]);
    writeFileSync(stamp, wanted);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
