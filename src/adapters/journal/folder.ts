import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FaultError, fault } from '../../core/fault.ts';

/**
 * A run folder that was opened and found to be ours: a folder and no link, of this user or root, writable by nobody
 * else. Fault: `journal-failed`.
 */
export class RunFolder {
  readonly path: string;
  readonly #handle: FileHandle;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  static async open(dir: string): Promise<RunFolder> {
    // Without a final slash, by which the kernel would follow a link after all.
    const path = resolve(dir);
    const handle = await opened(path);
    const { uid, mode } = await handle.stat();
    const problem =
      uid !== 0 && uid !== process.geteuid?.()
        ? `it belongs to another user (${uid})`
        : (mode & 0o022) !== 0
          ? `others can write it (mode ${(mode & 0o777).toString(8)})`
          : null;
    if (problem === null) return new RunFolder(path, handle);
    await handle.close();
    throw refused(path, problem);
  }

  /** Makes it, with its parents, where it is not there yet. */
  static async create(path: string): Promise<RunFolder> {
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw refused(path, String(error));
    }
    return RunFolder.open(path);
  }

  /**
   * Opens a file in the folder without following a link. Node has no openat, so the folder is looked at again
   * afterwards: had it been exchanged meanwhile, the path would lead elsewhere now.
   */
  async openFile(name: string, flags: number): Promise<FileHandle> {
    const file = await open(join(this.path, name), flags | constants.O_NOFOLLOW, 0o600);
    const [ours, there, own] = await Promise.all([this.#handle.stat(), lstat(this.path), file.stat()]);
    if (ours.ino === there.ino && ours.dev === there.dev && own.isFile()) return file;
    await file.close();
    throw refused(this.path, `it was exchanged while ${name} was opened`);
  }

  /** Makes new names in the folder durable. */
  async sync(): Promise<void> {
    await this.#handle.sync();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    throw refused(path, String(error));
  }
}

function refused(path: string, problem: string): FaultError {
  const evidence = [{ kind: 'folder', text: problem, file: path }];
  return new FaultError(fault('journal-failed', `the run folder cannot be used: ${problem}`, { evidence }));
}
