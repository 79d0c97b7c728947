import type { JournalLine, JournalRecord } from '../../core/sweep/records.ts';
import type { Journal } from '../../ports/journal.ts';
import type { JournalStamp } from './file.ts';

/** A journal that ends with its process: for simulated runs of which nothing has to survive. It has no checksums. */
export class MemoryJournal implements Journal {
  readonly file = '';
  readonly lines: JournalLine[] = [];
  readonly #stamp: JournalStamp;

  constructor(stamp: JournalStamp) {
    this.#stamp = stamp;
  }

  async append(record: JournalRecord): Promise<JournalLine> {
    const { clock, boot_id } = this.#stamp;
    const line: JournalLine = {
      seq: this.lines.length + 1,
      wall: new Date(clock.wall()).toISOString(),
      mono_ms: clock.now(),
      boot_id,
      record,
      sum: '',
    };
    this.lines.push(line);
    return line;
  }

  async close(): Promise<void> {}
}
