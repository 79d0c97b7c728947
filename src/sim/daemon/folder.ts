import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { FaultError, fault } from '../../core/fault.ts';
import { places } from '../remote/places.ts';

/** The longest path of a Unix socket, with its final 0, is 104 bytes on macOS and 108 on Linux. */
const LONGEST_SOCKET_PATH = 103;

/**
 * A simulation can have a new or empty folder, or one in which another has ended. Nothing outside of it is ever written.
 * Fault: `usage`.
 */
export async function requireUsable(dir: string): Promise<void> {
  const { socket } = places(dir);
  if (Buffer.byteLength(socket) > LONGEST_SOCKET_PATH)
    throw refused(
      dir,
      'its path is too long for the socket in it',
      'name one nearer to the root, such as /tmp/sim',
    );
  if (existsSync(dir)) await look(dir);
}

/** Takes a usable folder: what an earlier simulation has left in it is gone. Fault: `usage`. */
export function takeFolder(dir: string): void {
  try {
    if (!existsSync(dir)) makeFolder(dir);
    layOut(dir);
  } catch (error) {
    throw refused(dir, (error as Error).message, 'name a folder that you can write to, such as /tmp/sim');
  }
}

/** Not by the recursive way of Node 20, which never ends where a file system refuses new folders, as /proc does. */
function makeFolder(dir: string): void {
  if (!existsSync(dirname(dir))) makeFolder(dirname(dir));
  mkdirSync(dir);
}

function layOut(dir: string): void {
  const { mark, bin, programs, root } = places(dir);
  chmodSync(dir, 0o700);
  leave(dir);
  rmSync(root, { recursive: true, force: true });
  for (const folder of [bin, programs, root]) mkdirSync(folder);
  writeFileSync(mark, `${JSON.stringify({ pid: process.pid })}\n`);
}

/** Takes away what serves a running simulation; the mark, the files of its host and the locks stay. */
export function leave(dir: string): void {
  const { socket, clock, bin, programs } = places(dir);
  for (const path of [socket, clock, bin, programs]) rmSync(path, { recursive: true, force: true });
}

async function look(dir: string): Promise<void> {
  const facts = lstatSync(dir);
  if (!facts.isDirectory()) throw refused(dir, 'it is no folder', 'name a new folder');
  if (process.getuid !== undefined && facts.uid !== process.getuid())
    throw refused(dir, `it belongs to uid ${facts.uid}`, 'name a new folder');
  if (readdirSync(dir).length === 0) return;
  const { mark, socket } = places(dir);
  if (!existsSync(mark)) throw refused(dir, 'it holds other files', 'name a new or empty folder');
  if (await answers(socket)) {
    const who = pidIn(mark);
    throw refused(
      dir,
      `a simulation${who === null ? '' : ` (pid ${who})`} runs in it`,
      'end that one first, or name another folder',
    );
  }
}

/** Somebody listens: the one proof that a simulation lives, whatever its files say. */
function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const attempt = connect(socket);
    attempt.once('connect', () => {
      attempt.destroy();
      resolve(true);
    });
    attempt.once('error', () => resolve(false));
  });
}

function pidIn(mark: string): number | null {
  try {
    const { pid } = JSON.parse(readFileSync(mark, 'utf8')) as { readonly pid?: unknown };
    return typeof pid === 'number' ? pid : null;
  } catch {
    return null;
  }
}

function refused(dir: string, why: string, hint: string): FaultError {
  return new FaultError(fault('usage', `${dir} cannot be used for a simulation: ${why}`, { hint }));
}
