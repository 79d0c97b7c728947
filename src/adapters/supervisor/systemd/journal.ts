/** One entry of the journal, as far as a log needs it. */
export interface JournalEntry {
  readonly cursor: string;
  readonly message: string;
  /** Written by the manager about the unit, not by the unit's own processes. */
  readonly of_manager: boolean;
  /** As of syslog: 3 is an error; null: not said. */
  readonly priority: number | null;
}

export const JOURNAL_FIELDS = 'MESSAGE,PRIORITY,INVOCATION_ID,USER_INVOCATION_ID';

/**
 * Output of `journalctl -o json`: one object a line. A message that is no plain text comes as an array of bytes, one that
 * is too long as null. A line that is no entry (torn by the end of the tool) is left out.
 */
export function readJournalLines(text: string): readonly JournalEntry[] {
  return text.split('\n').flatMap((line) => {
    const entry = line === '' ? null : parsed(line);
    const cursor = entry?.['__CURSOR'];
    if (entry === null || typeof cursor !== 'string') return [];
    const priority = Number.parseInt(messageOf(entry['PRIORITY']), 10);
    return {
      cursor,
      message: messageOf(entry['MESSAGE']),
      of_manager: entry['INVOCATION_ID'] !== undefined || entry['USER_INVOCATION_ID'] !== undefined,
      priority: Number.isNaN(priority) ? null : priority,
    };
  });
}

/** The cursor that `--show-cursor` prints behind the entries; null: none. */
export function shownCursor(text: string): string | null {
  return /^-- cursor: (\S+)$/m.exec(text)?.[1] ?? null;
}

/** When the entry of a cursor was written, in whole seconds since the epoch; null: the cursor does not say. */
export function secondOf(cursor: string): number | null {
  const microseconds = /(?:^|;)t=([0-9a-f]+)/.exec(cursor)?.[1];
  return microseconds === undefined ? null : Math.floor(Number.parseInt(microseconds, 16) / 1e6);
}

function parsed(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function messageOf(value: unknown): string {
  if (typeof value === 'string') return value;
  // A field that is there more than once is an array of its values.
  if (Array.isArray(value) && typeof value[0] === 'string') return value[0];
  if (Array.isArray(value)) return Buffer.from(value as number[]).toString('utf8');
  return '';
}
