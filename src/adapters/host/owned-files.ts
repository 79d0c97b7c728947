import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { FaultError, fault } from '../../core/fault.ts';

const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

/** Replaces a file, whole or not at all. Nothing is made where others could have a hand in it. Fault: `permission`. */
export async function writeOwned(path: string, text: string, mode = 0o644): Promise<void> {
  const folder = dirname(path);
  await guarded(path, async () => {
    await requireOwned(await nearestFolder(folder));
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await requireOwned(folder);
    // Whoever reads the folder meanwhile looks for the ending of the file, which this name does not have.
    const temporary = join(folder, `.holdpoint-${randomUUID()}`);
    try {
      await writeDurably(temporary, text, mode);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  });
}

/** Removes a file or an empty folder; false: there was none. Fault: `permission`. */
export async function removeOwned(path: string): Promise<boolean> {
  return guarded(path, async () => {
    const there = await lstat(path).catch(absent);
    if (there === null) return false;
    await requireOwned(dirname(path));
    if (there.isDirectory()) await rmdir(path);
    else await rm(path);
    return true;
  });
}

/** Names in a folder, sorted; null: there is no such folder. */
export async function namesIn(folder: string): Promise<readonly string[] | null> {
  return guarded(folder, async () => (await readdir(folder).catch(absent))?.sort() ?? null);
}

/** The folder itself, or the one of those above it that is there. */
async function nearestFolder(folder: string): Promise<string> {
  const there = await lstat(folder).catch(absent);
  return there === null && folder !== '/' ? nearestFolder(dirname(folder)) : folder;
}

async function writeDurably(path: string, text: string, mode: number): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(path, flags, mode);
  try {
    await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** No link leads there, and nobody but root and this user could put another file in the place of ours. */
async function requireOwned(folder: string): Promise<void> {
  if ((await realpath(folder)) !== normalize(folder)) throw refused(`a link leads to ${folder}`);
  for (let at = folder; ; at = dirname(at)) {
    const { uid, mode } = await lstat(at);
    if (uid !== 0 && uid !== process.geteuid?.()) throw refused(`${at} belongs to uid ${uid}`);
    if ((mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0) throw refused(`others can write ${at}`);
    if (at === '/') return;
  }
}

function refused(text: string): FaultError {
  return new FaultError(fault('permission', text));
}

async function guarded<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof FaultError) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    const name = code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? 'permission' : 'probe-failed';
    throw new FaultError(
      fault(name, `${path} could not be changed or listed (${code})`, {
        evidence: [{ kind: 'file', text: String(error) }],
      }),
    );
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
