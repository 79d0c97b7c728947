import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { KiB } from '../core/units.ts';

const CHUNK = 256 * KiB;

/**
 * Reads a growing file line by line, without following a link at its end. A line longer than `longest` bytes is cut
 * there and its rest left out, so that no file can fill the memory.
 */
export class Tail {
  readonly #file: string;
  readonly #longest: number;
  readonly #decoder = new StringDecoder('utf8');
  #offset = 0;
  #rest = '';
  #cutting = false;

  constructor(file: string, longest: number) {
    this.#file = file;
    this.#longest = longest;
  }

  /** The complete lines that came since the last call; none where there is no file (yet). */
  async *lines(): AsyncGenerator<string> {
    const handle = await this.#open();
    if (handle === null) return;
    try {
      const buffer = Buffer.alloc(CHUNK);
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, CHUNK, this.#offset);
        if (bytesRead === 0) return;
        this.#offset += bytesRead;
        yield* this.#split(this.#decoder.write(buffer.subarray(0, bytesRead)));
      }
    } finally {
      await handle.close();
    }
  }

  /** What stands after the last newline: a line that is not finished. */
  get unfinished(): string {
    return this.#rest;
  }

  *#split(text: string): Generator<string> {
    const parts = (this.#rest + text).split('\n');
    this.#rest = parts.pop() ?? '';
    for (const line of parts) {
      if (!this.#cutting) yield line.slice(0, this.#longest);
      this.#cutting = false;
    }
    if (this.#rest.length <= this.#longest) return;
    if (!this.#cutting) yield `${this.#rest.slice(0, this.#longest)}…`;
    this.#cutting = true;
    this.#rest = '';
  }

  async #open(): Promise<FileHandle | null> {
    try {
      const handle = await open(this.#file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      if ((await handle.stat()).isFile()) return handle;
      await handle.close();
      return null;
    } catch {
      return null;
    }
  }
}
