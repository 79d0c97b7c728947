import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultError, fault } from '../../core/fault.ts';
import type { JournalLine, JournalRecord } from '../../core/sweep/records.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal, JournalLines } from '../../ports/journal.ts';
import { RunFolder } from './folder.ts';
import { encodeLine, LONGEST_JOURNAL_LINE } from './line.ts';
import { checkJournal, type JournalContent } from './read.ts';

export const EVENTS_FILE = 'events.jsonl';

/** Space that is kept for the records of the restore on a disk that others have filled. */
const RESERVE_FILE = 'reserve';
const RESERVE_BYTES = 1024 * 1024;

const FULL = new Set(['ENOSPC', 'EDQUOT']);

export interface JournalStamp {
  readonly clock: Clock;
  readonly boot_id: string;
}

/** events.jsonl in a run folder. Appends are written in the order of the calls, each durable before its promise resolves. */
export class FileJournal implements Journal {
  readonly file: string;
  readonly #folder: RunFolder;
  readonly #handle: FileHandle;
  readonly #stamp: JournalStamp;
  #seq: number;
  #end: number;
  #last: Promise<unknown> = Promise.resolve();
  /** Set where the file may end in half a line that could not be taken back. */
  #broken: string | null = null;

  private constructor(
    folder: RunFolder,
    handle: FileHandle,
    stamp: JournalStamp,
    content: JournalContent<JournalLines>,
  ) {
    this.file = join(folder.path, EVENTS_FILE);
    this.#folder = folder;
    this.#handle = handle;
    this.#stamp = stamp;
    this.#seq = content.lines.length;
    this.#end = content.end;
  }

  /** Begins the journal of a new run; there must be none yet. */
  static create(dir: string, stamp: JournalStamp): Promise<FileJournal> {
    return opening(dir, async (opened) => {
      const folder = await RunFolder.create(dir);
      opened.push(folder);
      const handle = await folder.openFile(
        EVENTS_FILE,
        constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
      );
      opened.push(handle);
      await reserve(folder);
      await folder.sync();
      return new FileJournal(folder, handle, stamp, { lines: [], end: 0, torn: null });
    });
  }

  /**
   * Goes on with the journal of an earlier run. A torn last line is cut off. `apart`: a copy takes the file's place first,
   * so that whoever still has the old one open cannot write into this one.
   */
  static open(
    dir: string,
    stamp: JournalStamp,
    { apart }: { readonly apart: boolean } = { apart: false },
  ): Promise<{ journal: FileJournal; content: JournalContent<JournalLines> }> {
    return opening(dir, async (opened) => {
      const folder = await RunFolder.open(dir);
      opened.push(folder);
      if (apart) await renewFile(folder);
      const handle = await folder.openFile(EVENTS_FILE, constants.O_RDWR);
      opened.push(handle);
      const content = checkJournal(await handle.readFile(), join(dir, EVENTS_FILE));
      if (content.torn !== null) {
        await handle.truncate(content.end);
        await handle.sync();
      }
      await reserve(folder);
      return { journal: new FileJournal(folder, handle, stamp, content), content };
    });
  }

  append(record: JournalRecord): Promise<JournalLine> {
    const appended = this.#last.then(() => this.#append(record));
    this.#last = appended.catch(() => {});
    return appended;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#handle.close();
    await this.#folder.close();
  }

  async #append(record: JournalRecord): Promise<JournalLine> {
    if (this.#broken !== null) throw this.#failed(this.#broken);
    const { clock, boot_id } = this.#stamp;
    const head = {
      seq: this.#seq + 1,
      wall: new Date(clock.wall()).toISOString(),
      mono_ms: Math.round(clock.now() * 1000) / 1000,
      boot_id,
    };
    const { bytes, line } = encodeLine(head, record);
    if (bytes.length > LONGEST_JOURNAL_LINE)
      throw this.#failed(`a record of ${bytes.length} bytes is longer than 1 MiB`);
    try {
      await this.#write(bytes);
    } catch (error) {
      if (!FULL.has((error as NodeJS.ErrnoException).code ?? '')) throw this.#failed(String(error));
      await this.#giveUpReserve();
      await this.#write(bytes).catch((again: unknown) => {
        throw this.#failed(String(again));
      });
    }
    this.#seq += 1;
    this.#end += bytes.length;
    return line;
  }

  /** All or nothing: what was written of a line that failed is taken back. */
  async #write(bytes: Buffer): Promise<void> {
    if ((await this.#handle.stat()).size !== this.#end) {
      this.#broken = 'somebody else has written to it';
      throw new Error(this.#broken);
    }
    try {
      for (let done = 0; done < bytes.length; ) {
        done += (await this.#handle.write(bytes, done, bytes.length - done, this.#end + done)).bytesWritten;
      }
      await this.#handle.datasync();
    } catch (error) {
      await this.#handle.truncate(this.#end).catch((after: unknown) => {
        this.#broken = `half a line could not be taken back: ${String(after)}`;
      });
      throw error;
    }
  }

  async #giveUpReserve(): Promise<void> {
    await unlink(join(this.#folder.path, RESERVE_FILE)).catch(() => {});
    await this.#folder.sync().catch(() => {});
  }

  #failed(text: string): FaultError {
    const evidence = [{ kind: 'journal', text, file: this.file }];
    return new FaultError(fault('journal-failed', `the journal cannot be written: ${text}`, { evidence }));
  }
}

async function renewFile(folder: RunFolder): Promise<void> {
  const fresh = `.${EVENTS_FILE}.${process.pid}`;
  const old = await folder.openFile(EVENTS_FILE, constants.O_RDONLY);
  const copy = await folder.openFile(fresh, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC);
  try {
    await copy.writeFile(await old.readFile());
    await copy.sync();
    await rename(join(folder.path, fresh), join(folder.path, EVENTS_FILE));
    await folder.sync();
  } finally {
    await old.close();
    await copy.close();
  }
}

/** Filled with random bytes, since a file system that compresses would keep nothing for zeros. */
async function reserve(folder: RunFolder): Promise<void> {
  try {
    const file = await folder.openFile(RESERVE_FILE, constants.O_WRONLY | constants.O_CREAT);
    try {
      if ((await file.stat()).size < RESERVE_BYTES)
        await file.write(randomBytes(RESERVE_BYTES), 0, RESERVE_BYTES, 0);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    // A disk that is full already has no room to keep: the journal itself says so at its next record.
    if (!FULL.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** What was opened before something failed is closed again. */
async function opening<T>(
  dir: string,
  open: (opened: { close(): Promise<void> }[]) => Promise<T>,
): Promise<T> {
  const opened: { close(): Promise<void> }[] = [];
  try {
    return await open(opened);
  } catch (error) {
    for (const one of opened) await one.close();
    if (error instanceof FaultError) throw error;
    const evidence = [{ kind: 'journal', text: String(error), file: dir }];
    throw new FaultError(
      fault('journal-failed', `the journal cannot be opened: ${String(error)}`, { evidence }),
    );
  }
}
