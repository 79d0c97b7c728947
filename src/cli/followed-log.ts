import { type FileHandle, open, stat } from 'node:fs/promises';
import { KiB } from '../core/units.ts';
import type { LogInput } from './log-input.ts';

const PIECE = 256 * KiB;

interface Following {
  /** All that is there by now has been handed on. Answers, when it is time to look again, whether to go on. */
  caughtUp(): Promise<boolean>;
  /** The log was cut, or another file stands in its place: what comes next stands at the beginning of a file. */
  begunAnew(): void;
}

/**
 * A log that is still written: each byte is read once, and what comes later is waited for. As with `tail -F` a file that
 * takes its place is read after it, from the beginning. While there is none it is waited for, but at first there must be.
 */
export function followedLog(name: string, path: string, following: Following): LogInput {
  return { name, open: () => grown(path, following) };
}

async function* grown(path: string, { caughtUp, begunAnew }: Following): AsyncGenerator<Uint8Array> {
  let file = await open(path);
  let read = 0;
  try {
    for (;;) {
      for await (const piece of piecesFrom(file, read)) {
        read += piece.length;
        yield piece;
      }
      if (!(await caughtUp())) return;
      if (await isCut(file, read)) {
        read = 0;
        begunAnew();
      } else if (await isReplaced(file, path)) {
        // what its writer still wrote into it goes before what the other file says
        yield* piecesFrom(file, read);
        await file.close();
        file = await open(path);
        read = 0;
        begunAnew();
      }
    }
  } finally {
    await file.close();
  }
}

async function* piecesFrom(file: FileHandle, from: number): AsyncGenerator<Uint8Array> {
  for (let at = from; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function isCut(file: FileHandle, read: number): Promise<boolean> {
  return (await file.stat()).size < read;
}

async function isReplaced(file: FileHandle, path: string): Promise<boolean> {
  const now = await stat(path).catch(() => null);
  if (now === null) return false;
  const { dev, ino } = await file.stat();
  return now.dev !== dev || now.ino !== ino;
}
