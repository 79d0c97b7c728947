import { createReadStream } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FaultError, fault } from '../core/fault.ts';
import { KiB } from '../core/units.ts';

const PIECE = 256 * KiB;
/** A file is judged by its beginning: text has few control characters there. */
const LOOKED_AT = 64 * KiB;
const MOST_CONTROL = 0.05;

const PACKED: readonly (readonly [name: string, bytes: readonly number[], unpack: string])[] = [
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd], 'zstd -dc'],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a], 'xz -dc'],
  ['bzip2', [0x42, 0x5a, 0x68], 'bzip2 -dc'],
  ['zip', [0x50, 0x4b, 0x03, 0x04], 'unzip -p'],
  ['lz4', [0x04, 0x22, 0x4d, 0x18], 'lz4 -dc'],
];
const WIDE: readonly (readonly number[])[] = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** A file, or what is piped in. */
export interface LogInput {
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

/** What standard input is called. */
export const PIPED = 'what is piped in';

export function logFile(name: string, path: string): LogInput {
  return { name, open: () => createReadStream(path, { highWaterMark: PIECE }) };
}

/**
 * Hands on the text of a log, unpacked if it is a gzip, in pieces. Answers why its end is missing; null: it is not.
 * Throws FaultError `usage` for what cannot be read or is no text.
 */
export async function readLog(
  { name, open }: LogInput,
  take: (bytes: Uint8Array) => void,
): Promise<string | null> {
  const check = new TextCheck(name);
  const text = (bytes: Uint8Array): void => {
    const clean = check.withoutNulls(bytes);
    if (clean.length > 0) take(clean);
  };
  let packed: boolean | null = null;
  try {
    const pieces = open()[Symbol.asyncIterator]();
    const first = await pieces.next();
    if (first.done === true) return null;
    refusePacked(name, first.value);
    packed = first.value[0] === 0x1f && first.value[1] === 0x8b;
    const whole = rejoined(first.value, pieces);
    if (packed) await pipeline(Readable.from(whole), createGunzip({ chunkSize: PIECE }), sink(text));
    else for await (const piece of whole) text(piece);
    return null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (packed === true && code === 'Z_BUF_ERROR') return `the gzip ${name} ends early`;
    if (packed === true && code.startsWith('Z_')) return `the gzip ${name} is damaged`;
    if (error instanceof FaultError) throw error;
    throw new FaultError(unreadable(name, error as NodeJS.ErrnoException));
  }
}

async function* rejoined(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

function sink(take: (bytes: Uint8Array) => void): Writable {
  return new Writable({
    write(piece: Uint8Array, _encoding, done) {
      try {
        take(piece);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

function refusePacked(name: string, bytes: Uint8Array): void {
  const packed = PACKED.find(([, magic]) => magic.every((byte, at) => bytes[at] === byte));
  if (packed !== undefined) {
    const [format, , unpack] = packed;
    throw new FaultError(
      fault('usage', `${name} is packed as ${format}, which is not unpacked here`, {
        hint: `${unpack} FILE | holdpoint diagnose -`,
      }),
    );
  }
  if (WIDE.some((mark) => mark.every((byte, at) => bytes[at] === byte))) {
    throw new FaultError(
      fault('usage', `${name} is written in UTF-16`, {
        hint: 'iconv -f UTF-16 -t UTF-8 FILE | holdpoint diagnose -',
      }),
    );
  }
}

/** Leaves out bytes 0 (a log that was cut while its writer went on begins with many), and refuses what is no text. */
class TextCheck {
  readonly #name: string;
  #seen = 0;
  #control = 0;

  constructor(name: string) {
    this.#name = name;
  }

  withoutNulls(bytes: Uint8Array): Uint8Array {
    if (!bytes.includes(0)) {
      this.#look(bytes);
      return bytes;
    }
    const clean = bytes.filter((byte) => byte !== 0);
    // a run of them in front is a hole in the file; between other bytes they are no text
    const leading = this.#seen === 0 ? bytes.findIndex((byte) => byte !== 0) : 0;
    this.#look(leading < 0 ? clean : bytes.subarray(leading));
    return clean;
  }

  #look(bytes: Uint8Array): void {
    if (this.#seen >= LOOKED_AT) return;
    const part = bytes.subarray(0, LOOKED_AT - this.#seen);
    for (const byte of part) if (byte < 32 && (byte < 7 || byte > 13) && byte !== 27) this.#control++;
    this.#seen += part.length;
    if (this.#control <= Math.max(4, this.#seen * MOST_CONTROL)) return;
    throw new FaultError(
      fault('usage', `${this.#name} is no text`, {
        hint: 'a log is wanted, as the server wrote it or as a gzip',
      }),
    );
  }
}

function unreadable(name: string, error: NodeJS.ErrnoException) {
  const why =
    { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'this user may not read it' }[
      error.code ?? ''
    ] ?? `${error.code ?? error.message}`;
  const hint =
    error.code === 'EACCES'
      ? 'sudo cat FILE | holdpoint diagnose -, or journalctl -u UNIT | holdpoint diagnose -'
      : 'give a log of the server, or `-` for what is piped in';
  return fault('usage', `${name} cannot be read: ${why}`, { hint });
}
