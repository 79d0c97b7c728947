import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { FaultError, fault } from '../../core/fault.ts';
import type { FileFacts } from '../../ports/host.ts';

/** Bytes of a block as `stat` counts them, whatever the file system's own are. */
const BLOCK = 512;

/** What a path leads to; null: there is nothing. */
export async function fileFacts(path: string): Promise<FileFacts | null> {
  return orNull(path, async () => {
    const facts = await stat(path, { bigint: true });
    return {
      path,
      real_path: await realpath(path),
      kind: facts.isFile() ? 'file' : facts.isDirectory() ? 'directory' : 'other',
      size_bytes: Number(facts.size),
      allocated_bytes: Number(facts.blocks) * BLOCK,
      mtime_ns: String(facts.mtimeNs),
      inode: String(facts.ino),
      uid: Number(facts.uid),
      mode: Number(facts.mode) & 0o7777,
    };
  });
}

/** The beginning of a file; null: there is no such file. Opening a pipe without a writer does not wait for one. */
export async function fileText(path: string, maxBytes: number): Promise<string | null> {
  return orNull(path, async () => {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const buffer = Buffer.allocUnsafe(maxBytes);
      let size = 0;
      while (size < maxBytes) {
        const { bytesRead } = await file.read(buffer, size, maxBytes - size, null);
        if (bytesRead === 0) break;
        size += bytesRead;
      }
      return buffer.toString('utf8', 0, size);
    } finally {
      await file.close();
    }
  });
}

/** ENODEV: a file of a control group that was removed while it was open. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ESRCH', 'ENODEV']);
const FORBIDDEN = new Set(['EACCES', 'EPERM']);

async function orNull<T>(path: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (ABSENT.has(code)) return null;
    const name = FORBIDDEN.has(code) ? 'permission' : 'probe-failed';
    throw new FaultError(
      fault(name, `${path} could not be read`, { evidence: [{ kind: 'file', text: String(error) }] }),
    );
  }
}
