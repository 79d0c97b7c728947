import type { FileFacts } from '../../ports/host.ts';
import type { SimFiles } from '../files.ts';

/** What a path leads to; null: there is nothing. A folder has no facts of its own: it comes with its files. */
export function fileFacts(
  files: SimFiles,
  isOtherFolder: (path: string) => boolean,
  path: string,
): FileFacts | null {
  const file = files.facts(path);
  if (file !== null) {
    const { size_bytes, uid, mode, inode, mtime } = file;
    const mtime_ns = String(BigInt(Math.floor(mtime * 1000)) * 1000n);
    return { path, real_path: path, kind: 'file', size_bytes, mtime_ns, inode: String(inode), uid, mode };
  }
  if (!files.isFolder(path) && !isOtherFolder(path)) return null;
  return {
    path,
    real_path: path,
    kind: 'directory',
    size_bytes: 4096,
    mtime_ns: '0',
    inode: '2',
    uid: 0,
    mode: 0o755,
  };
}
