import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { END_OF_LOG } from '../../../core/log-line.ts';
import type { LogChunk } from '../../../ports/supervisor.ts';
import { countLines, splitLog } from './log-lines.ts';

/** At most so much is read at once; whoever wants the rest asks again. */
const CHUNK = 4 * 1024 * 1024;

/** Reads the log of one generation: the part of a file that begins at `base`. Cursors and offsets count from there. */
export class LogReader {
  readonly file: string;
  readonly #base: number;
  /** The number of the line at the last cursor, so that lines are not counted again at each call. */
  #last = { cursor: 0, line: 1 };

  constructor(file: string, base: number) {
    this.file = file;
    this.#base = base;
  }

  /** `ended`: nobody writes any more, so that an unfinished last line is complete. */
  async read(cursor: number, ended: boolean): Promise<LogChunk> {
    try {
      return await this.#read(cursor, ended);
    } catch {
      return { lines: [], cursor, readable: false, file: this.file };
    }
  }

  async #read(cursor: number, ended: boolean): Promise<LogChunk> {
    const file = await open(this.file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const at = (from: number, length: number): Promise<Buffer> => slice(file, this.#base + from, length);
      const size = (await file.stat()).size - this.#base;
      if (cursor === END_OF_LOG)
        return { lines: [], cursor: Math.max(0, size), readable: true, file: this.file };
      if (size < cursor) throw new Error('the log was cut');
      // Taken once: another reading may be under way beside this one.
      const known = this.#last.cursor === cursor ? this.#last.line : null;
      const line = known ?? 1 + (await countTo(at, cursor));
      const chunk = await at(cursor, Math.min(CHUNK, size - cursor));
      const before = cursor === 0 ? '\n' : (await at(cursor - 1, 1)).toString('latin1');
      const place = { offset: cursor, line, cut: before !== '\n' && before !== '\r' };
      const split = splitLog(chunk, place, ended && cursor + chunk.length >= size);
      this.#last = { cursor: cursor + split.consumed, line: split.line };
      return { lines: split.lines, cursor: cursor + split.consumed, readable: true, file: this.file };
    } finally {
      await file.close();
    }
  }
}

async function countTo(
  at: (from: number, length: number) => Promise<Buffer>,
  cursor: number,
): Promise<number> {
  let lines = 0;
  let before = 0;
  for (let from = 0; from < cursor; from += CHUNK) {
    const chunk = await at(from, Math.min(CHUNK, cursor - from));
    lines += countLines(chunk, before);
    before = chunk.at(-1) ?? 0;
  }
  return lines;
}

async function slice(
  file: Awaited<ReturnType<typeof open>>,
  position: number,
  length: number,
): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let size = 0;
  while (size < length) {
    const { bytesRead } = await file.read(buffer, size, length - size, position + size);
    if (bytesRead === 0) break;
    size += bytesRead;
  }
  return buffer.subarray(0, size);
}
