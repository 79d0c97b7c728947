import type { JournalLine, JournalRecord } from '../core/sweep/records.ts';
import type { ReplayedLines } from '../core/sweep/replay.ts';

/**
 * The truth of a run: append-only, one line a record, fsync before the promise resolves.
 *
 * Faults: `journal-failed` (unwritable, full, damaged elsewhere than in its last line, foreign). `append` on a full
 * disk gives up the reserve file once and tries again.
 */
export interface Journal {
  readonly file: string;
  append(record: JournalRecord): Promise<JournalLine>;
  close(): Promise<void>;
}

/** What a journal holds already, to be gone through once. An array is one; a long journal is read as it is gone through. */
export interface JournalLines extends ReplayedLines {
  readonly length: number;
}
