import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, rename, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FaultError, fault } from '../../core/fault.ts';

/** The first is one place for all users of a host; the second where there is no /run/lock that we can write. */
const FOLDERS = ['/run/lock/holdpoint', '/tmp/holdpoint-lock'];

const STICKY_FOR_ALL = 0o1777;

/** The folder of the locks, made where it is not there. Fault: `permission`, where it is not what it should be. */
export async function lockFolder(chosen: string | null): Promise<string> {
  const problems: string[] = [];
  for (const folder of chosen === null ? FOLDERS : [chosen]) {
    const problem = await made(folder);
    if (problem === null) {
      await check(folder);
      return folder;
    }
    problems.push(problem);
  }
  throw refused(problems.join('; '));
}

/** Appears with its final rights, so that nobody finds it closed and goes elsewhere. null: it is there. */
async function made(folder: string): Promise<string | null> {
  if ((await lstat(folder).catch(() => null)) !== null) return null;
  const fresh = join(dirname(folder), `.holdpoint-${randomUUID()}`);
  try {
    await mkdir(fresh);
    await chmod(fresh, STICKY_FOR_ALL);
    await rename(fresh, folder);
    return null;
  } catch (error) {
    await rmdir(fresh).catch(() => {});
    // Another process was faster.
    return (await lstat(folder).catch(() => null)) === null ? String(error) : null;
  }
}

async function check(folder: string): Promise<void> {
  const facts = await lstat(folder);
  if (!facts.isDirectory()) throw refused(`${folder} is not a folder`);
  if ((facts.mode & STICKY_FOR_ALL) !== STICKY_FOR_ALL) {
    throw refused(`${folder} is not writable for all users with the sticky bit (chmod 1777)`);
  }
}

function refused(text: string): FaultError {
  return new FaultError(
    fault('permission', 'the folder of the locks cannot be used', { evidence: [{ kind: 'lock', text }] }),
  );
}
