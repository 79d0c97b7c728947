import type { Host } from '../../ports/host.ts';

const WRITABLE_BY_OTHERS = 0o022;

/** The absolute path of a tool, in a folder that only root can write; null: it is in none of them. */
export async function findTool(host: Host, name: string, folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    const path = `${folder}/${name}`;
    const [where, what] = [await host.file(folder), await host.file(path)];
    if (where?.kind === 'directory' && what?.kind === 'file' && isRoots(where) && isRoots(what)) return path;
  }
  return null;
}

function isRoots(facts: { readonly uid: number; readonly mode: number }): boolean {
  return facts.uid === 0 && (facts.mode & WRITABLE_BY_OTHERS) === 0;
}
