import type { Host } from '../../../ports/host.ts';

const NAME = 'nvidia-smi';
/** Where drivers put it; the last one is that of WSL. */
const FOLDERS = [
  '/usr/bin',
  '/usr/local/bin',
  '/bin',
  '/usr/local/nvidia/bin',
  '/opt/bin',
  '/usr/lib/wsl/lib',
];
const WRITABLE_BY_OTHERS = 0o022;

/** The absolute path of `nvidia-smi`, in a folder that only root can write; null: it is in none of them. */
export async function findTool(host: Host): Promise<string | null> {
  for (const folder of FOLDERS) {
    const path = `${folder}/${NAME}`;
    const [where, what] = [await host.file(folder), await host.file(path)];
    if (where?.kind === 'directory' && what?.kind === 'file' && isRoots(where) && isRoots(what)) return path;
  }
  return null;
}

function isRoots(facts: { readonly uid: number; readonly mode: number }): boolean {
  return facts.uid === 0 && (facts.mode & WRITABLE_BY_OTHERS) === 0;
}
