import { closeSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import { FaultError, fault } from '../../core/fault.ts';

/*
 * Synchronous, so that one scan of the process table is as close to one moment as it can be. null: the process is gone
 * or the file is not ours to read. Anything else (no descriptors left, for one) is a fault and never "gone".
 */

/** The kernel gives no argument list or environment longer than this. */
const LONGEST_FILE = 8 * 1024 * 1024;

const shared = Buffer.allocUnsafe(64 * 1024);

/** The text of a file under /proc. */
export function readProc(path: string): string | null {
  return orNull(path, () => {
    const file = openSync(path, 'r');
    try {
      let size = 0;
      while (size < shared.length) {
        const read = readSync(file, shared, size, shared.length - size, null);
        if (read === 0) return shared.toString('utf8', 0, size);
        size += read;
      }
      return readRest(file, Buffer.from(shared));
    } finally {
      closeSync(file);
    }
  });
}

function readRest(file: number, first: Buffer): string {
  const parts = [first];
  let size = first.length;
  for (;;) {
    const read = readSync(file, shared, 0, shared.length, null);
    size += read;
    if (read === 0) return Buffer.concat(parts).toString('utf8');
    if (size > LONGEST_FILE) throw new Error('it is too long to be read whole');
    parts.push(Buffer.from(shared.subarray(0, read)));
  }
}

/** Names in a folder under /proc. */
export function listProc(path: string): string[] | null {
  return orNull(path, () => readdirSync(path));
}

/** The target of a link under /proc. */
export function linkProc(path: string): string | null {
  return orNull(path, () => readlinkSync(path));
}

/** ENODEV: a file of a control group that was removed while it was open. */
const EXPECTED = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'ENOTDIR', 'EINVAL', 'ENODEV']);

function orNull<T>(path: string, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (EXPECTED.has((error as NodeJS.ErrnoException).code ?? '')) return null;
    const evidence = [{ kind: 'proc', text: String(error) }];
    throw new FaultError(fault('probe-failed', `${path} could not be read`, { evidence }));
  }
}
