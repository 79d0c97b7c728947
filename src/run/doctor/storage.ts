import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import type { Storage } from './check.ts';

const WANT = { read: constants.R_OK, write: constants.W_OK, execute: constants.X_OK };

/** The file system of this machine, only looked at. */
export const localStorage: Storage = {
  async access(path, want) {
    try {
      await access(path, WANT[want]);
      return 'ok';
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === 'ENOENT' ? 'missing' : (code ?? 'unknown error');
    }
  },
  async facts(path) {
    try {
      const found = await stat(path);
      return { uid: found.uid, mode: found.mode, directory: found.isDirectory() };
    } catch {
      return null;
    }
  },
  async freeBytes(path) {
    try {
      const { bavail, bsize } = await statfs(path);
      return bavail * bsize;
    } catch {
      return null;
    }
  },
};
