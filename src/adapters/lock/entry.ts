import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultError, fault } from '../../core/fault.ts';

const LARGEST_FILE = 64 * 1024;

/** A file name from a lock's name, which may contain anything. */
export function hashed(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}

/**
 * Writes a new file so that it is complete when it becomes visible. `replace`: over an older one of the same name.
 * Fault: `permission`, where that cannot be done (the older one belongs to another user).
 */
export async function place(folder: string, name: string, content: unknown, replace: boolean): Promise<void> {
  try {
    await placed(folder, name, content, replace);
  } catch (error) {
    const evidence = [{ kind: 'lock', text: String(error), file: join(folder, name) }];
    throw new FaultError(fault('permission', 'a lock file could not be written', { evidence }));
  }
}

async function placed(folder: string, name: string, content: unknown, replace: boolean): Promise<void> {
  const fresh = join(folder, `.${randomUUID()}`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(fresh, flags, 0o644);
  try {
    await file.chmod(0o644);
    await file.writeFile(JSON.stringify(content));
    await file.sync();
    if (replace) await rename(fresh, join(folder, name));
    else await link(fresh, join(folder, name));
  } finally {
    await file.close();
    await unlink(fresh).catch(() => {});
  }
}

export interface Entry {
  readonly content: unknown;
  /** Owner of the file, as the kernel says: the content alone could claim anybody. */
  readonly uid: number;
}

/** null: there is no such file. Fault: `permission`, where it cannot be read or understood, which is never taken as "no lock". */
export async function readEntry(folder: string, name: string): Promise<Entry | null> {
  const path = join(folder, name);
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const facts = await file.stat();
      if (!facts.isFile() || facts.size > LARGEST_FILE) throw new Error('not a lock file');
      return { content: JSON.parse(await file.readFile('utf8')), uid: facts.uid };
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    const evidence = [{ kind: 'lock', text: String(error), file: path }];
    throw new FaultError(
      fault('permission', 'a lock file cannot be understood: remove it if no run holds it', { evidence }),
    );
  }
}

export async function entryNames(folder: string, hash: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith(hash));
}

/** Removes a file; false: it is not ours to remove. */
export async function remove(folder: string, name: string): Promise<boolean> {
  try {
    await unlink(join(folder, name));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
