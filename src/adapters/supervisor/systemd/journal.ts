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
  /** Who wrote it, as far as journald knew. null where it did not, or does not say. */
  readonly writer: {
    readonly invocation: string | null;
    readonly unit: string | null;
    readonly pid: number | null;
  };
  /** When journald took it, in microseconds on the monotonic clock (since the boot, without suspend); null: not said. */
  readonly taken_us: number | null;
  /** When it was written, in microseconds since the epoch; null: not said. */
  readonly at_us: number | null;
  /** Command line of the process that wrote it; null: not asked for, or not known. */
  readonly command: string | null;
  /** Said by journald itself: so many lines of that unit came too fast and were left out. null: it is another entry. */
  readonly dropped: { readonly lines: number; readonly unit: string } | null;
}

export const JOURNAL_FIELDS =
  'MESSAGE,MESSAGE_ID,PRIORITY,INVOCATION_ID,USER_INVOCATION_ID,_SYSTEMD_INVOCATION_ID,_SYSTEMD_UNIT,_SYSTEMD_USER_UNIT,_PID';

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
    const invocation = entry['INVOCATION_ID'] ?? entry['USER_INVOCATION_ID'];
    return {
      cursor,
      message: messageOf(entry['MESSAGE']),
      of_manager: invocation !== undefined,
      invocation: textOf(invocation),
      writer: {
        invocation: textOf(entry['_SYSTEMD_INVOCATION_ID']),
        unit: textOf(entry['_SYSTEMD_USER_UNIT'] ?? entry['_SYSTEMD_UNIT']),
        pid: numberOf(entry['_PID']),
      },
      at_us: numberOf(entry['__REALTIME_TIMESTAMP']),
      taken_us: numberOf(entry['__MONOTONIC_TIMESTAMP']),
      command: textOf(entry['_CMDLINE']),
      priority: numberOf(entry['PRIORITY']),
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

function textOf(value: unknown): string | null {
  return value === undefined ? null : messageOf(value);
}

function numberOf(value: unknown): number | null {
  const number = Number.parseInt(messageOf(value), 10);
  return Number.isNaN(number) ? null : number;
}

function messageOf(value: unknown): string {
  if (typeof value === 'string') return value;
  // A field that is there more than once is an array of its values.
  if (Array.isArray(value) && typeof value[0] === 'string') return value[0];
  if (Array.isArray(value)) return Buffer.from(value as number[]).toString('utf8');
  return '';
}
