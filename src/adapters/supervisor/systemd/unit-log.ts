import { FaultError } from '../../../core/fault.ts';
import type { LogLine } from '../../../core/log-line.ts';
import type { LogChunk } from '../../../ports/supervisor.ts';
import { splitLog } from '../process/log-lines.ts';
import type { JournalEntry } from './journal.ts';
import { entriesBehind, type Fetched, type JournalOfGeneration } from './journal-behind.ts';
import type { LogCopy } from './log-copy.ts';

const NOTHING =
  'nothing of this start is in the journal: either you may not read it (root and the groups systemd-journal and adm may), or it keeps nothing (Storage=none in journald.conf)';

/** Of the manager's own lines only errors belong to the log: they say why a program could not be run at all. */
const ERROR = 3;

export interface LogOfGeneration extends JournalOfGeneration {
  /** The assignments of the unit by which its output goes elsewhere than to the journal; null: there are none. */
  readonly elsewhere: () => Promise<string | null>;
  /** Whole lines of the file that takes all output, behind so many; null: unreadable. Absent: the journal takes it. */
  readonly output?: (taken: number) => Promise<readonly JournalEntry[] | null>;
  /** Where it is kept; null: nowhere. */
  readonly file: string | null;
  readonly copy: LogCopy;
}

/**
 * The journal of one generation as a text of lines, followed by cursor. Offsets are those of the copy: the same journal
 * gives the same text, so a copy that an earlier life of Holdpoint has begun is gone on with and not begun again.
 */
export class UnitLog {
  readonly #of: LogOfGeneration;
  #journal_cursor: string | null = null;
  /** End of what was read: bytes of the text, and the number of the next line. */
  #end = { offset: 0, line: 1 };
  #lines: readonly LogLine[] = [];
  #begins_at = 0;
  #seen = false;
  /** Lines that were read of a file. */
  #taken = 0;
  #kept: number | null = null;
  #lost = false;
  /** Lines that journald has left out since this generation began. */
  #dropped = 0;
  /** undefined: not known yet. */
  #elsewhere: string | null | undefined;
  #busy: Promise<unknown> = Promise.resolve();

  constructor(of: LogOfGeneration) {
    this.#of = of;
  }

  /** null: it is kept nowhere, or could not be. */
  get file(): string | null {
    return this.#lost ? null : this.#of.file;
  }

  /** One reader at a time: a watcher and a hold point may ask at once. */
  read(cursor: number): Promise<LogChunk> {
    const chunk = this.#busy.then(() => this.#read(cursor));
    this.#busy = chunk.catch(() => {});
    return chunk;
  }

  async #read(cursor: number): Promise<LogChunk> {
    if (cursor < this.#begins_at) this.#rewind();
    await this.#askWhere();
    if (!(await this.#catchUp())) return { lines: [], cursor, readable: false, file: this.file };
    const lines = this.#lines.filter((line) => line.offset >= cursor);
    this.#lines = lines;
    this.#begins_at = Math.min(cursor, this.#end.offset);
    const chunk = { lines, cursor: this.#end.offset, file: this.file };
    if (typeof this.#elsewhere === 'string')
      return { ...chunk, readable: false, why: `not all of the log is in the journal: ${this.#elsewhere}` };
    // The manager's own line about the start exists in every journal that may be read.
    if (!this.#seen) return { ...chunk, readable: false, why: NOTHING };
    return this.#dropped === 0 ? { ...chunk, readable: true } : { ...chunk, readable: true, why: this.#gap };
  }

  get #gap(): string {
    return `journald has left out ${this.#dropped} lines of it, which came too fast (LogRateLimitBurst= of the unit)`;
  }

  /** Once, since the answer is the same as long as the unit runs. */
  async #askWhere(): Promise<void> {
    if (this.#elsewhere !== undefined || this.#of.output !== undefined) return;
    try {
      this.#elsewhere = await this.#of.elsewhere();
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
    }
  }

  /** False: what there is could not be read. */
  async #catchUp(): Promise<boolean> {
    for (;;) {
      const fetched = await this.#fetch();
      if (fetched === null) return false;
      await this.#take(fetched);
      if (!fetched.more) return true;
    }
  }

  #rewind(): void {
    this.#journal_cursor = null;
    this.#taken = 0;
    this.#end = { offset: 0, line: 1 };
    this.#lines = [];
    this.#begins_at = 0;
    this.#dropped = 0;
  }

  async #take({ entries, cursor }: Fetched): Promise<void> {
    for (const { dropped } of entries) {
      this.#seen ||= dropped === null;
      // What was left out of an earlier generation comes before anything of this one.
      if (this.#seen && dropped !== null && this.#isOurs(dropped.unit)) this.#dropped += dropped.lines;
    }
    const own = entries.filter((entry) => entry.dropped === null);
    const wanted = own.filter((entry) => !entry.of_manager || (entry.priority ?? 7) <= ERROR);
    this.#journal_cursor = cursor ?? this.#journal_cursor;
    if (wanted.length === 0) return;
    const text = wanted.map((entry) => `${entry.message}\n`).join('');
    const bytes = Buffer.from(text);
    const { lines, line } = splitLog(bytes, { ...this.#end, cut: false }, true);
    await this.#keep(bytes);
    this.#end = { offset: this.#end.offset + bytes.length, line };
    this.#lines = [...this.#lines, ...lines];
  }

  async #keep(bytes: Buffer): Promise<void> {
    const { file } = this;
    if (file === null) return;
    try {
      this.#kept ??= await this.#of.copy.size(file);
      const fresh = bytes.subarray(Math.max(0, this.#kept - this.#end.offset));
      if (fresh.length === 0) return;
      await this.#of.copy.append(file, fresh.toString('utf8'));
      this.#kept += fresh.length;
    } catch {
      // A full disk must not end what is read from the journal.
      this.#lost = true;
    }
  }

  #fetch(): Promise<Fetched | null> {
    const { output } = this.#of;
    return output === undefined ? entriesBehind(this.#of, this.#journal_cursor) : this.#fetchFile(output);
  }

  async #fetchFile(output: NonNullable<LogOfGeneration['output']>): Promise<Fetched | null> {
    try {
      const entries = await output(this.#taken);
      // A file may be empty and is readable all the same.
      this.#seen ||= entries !== null;
      this.#taken += entries?.length ?? 0;
      return entries === null ? null : { entries, cursor: null, more: false };
    } catch (error) {
      if (error instanceof FaultError) return null;
      throw error;
    }
  }

  /** journald counts the lines of a user's units by that user's manager. */
  #isOurs(unit: string): boolean {
    return this.#of.manager_field === 'INVOCATION_ID' ? unit === this.#of.unit : /^user@\d+\./.test(unit);
  }
}
