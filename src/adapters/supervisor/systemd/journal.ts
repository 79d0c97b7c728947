/** One entry of the journal, as far as a log needs it. */
export interface JournalEntry {
  readonly cursor: string;
  readonly message: string;
  /** Written by the manager about the unit, not by the unit's own processes. */
  readonly of_manager: boolean;
  /** As of syslog: 3 is an error; null: not said. */
  readonly priority: number | null;
  /** Of the generation that the manager's own line is about; null: it is no such line. */
  readonly invocation: string | null;
  /** When it was written, in microseconds since the epoch; null: not said. */
  readonly at_us: number | null;
  /** Command line of the process that wrote it; null: not asked for, or not known. */
  readonly command: string | null;
  /** Said by journald itself: so many lines of that unit came too fast and were left out. null: it is another entry. */
  readonly dropped: { readonly lines: number; readonly unit: string } | null;
}

export const JOURNAL_FIELDS = 'MESSAGE,MESSAGE_ID,PRIORITY,INVOCATION_ID,USER_INVOCATION_ID';

/** By which journald marks what it says about lines that it has left out (sd-messages.h). */
export const DROPPED = 'a596d6fe7bfa4994828e72309e95d61e';

/**
 * Output of `journalctl -o json`: one object a line. A message that is no plain text comes as an array of bytes, one that
 * is too long as null. A line that is no entry (torn by the end of the tool) is left out.
 */
export function readJournalLines(text: string): readonly JournalEntry[] {
  return text.split('\n').flatMap((line) => {
    const entry = line === '' ? null : parsed(line);
    const cursor = entry?.['__CURSOR'];
    if (entry === null || typeof cursor !== 'string') return [];
    const at_us = Number.parseInt(messageOf(entry['__REALTIME_TIMESTAMP']), 10);
    const invocation = entry['INVOCATION_ID'] ?? entry['USER_INVOCATION_ID'];
    const priority = Number.parseInt(messageOf(entry['PRIORITY']), 10);
    return {
      cursor,
      message: messageOf(entry['MESSAGE']),
      of_manager: invocation !== undefined,
      invocation: invocation === undefined ? null : messageOf(invocation),
      at_us: Number.isNaN(at_us) ? null : at_us,
      command: entry['_CMDLINE'] === undefined ? null : messageOf(entry['_CMDLINE']),
      priority: Number.isNaN(priority) ? null : priority,
      dropped: entry['MESSAGE_ID'] === DROPPED ? droppedIn(messageOf(entry['MESSAGE'])) : null,
    };
  });
}

function droppedIn(message: string): JournalEntry['dropped'] {
  const [, lines, unit] = /^Suppressed (\d+) messages from (\S+)$/.exec(message) ?? [];
  return { lines: Number(lines ?? 1), unit: unit ?? '' };
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
