import { parseCursor } from '../journal/cursor.ts';
import type { Entry, Journal } from '../journal/journal.ts';
import { both, type Matches, parseMatches, select, unitMatches } from '../journal/matches.ts';
import { failed, printed, type ToolResult } from '../tool-result.ts';
import { unitName } from '../unit-name.ts';
import { VERSION_TEXT } from '../version.ts';
import { ENTRY_FORMATS, type FormatOptions } from './entry-formats.ts';
import { type JournalQuery, readQuery } from './query.ts';

/** Runs journalctl with the given arguments (without its own name) on a journal. Never waits. */
export function runJournalctl(journal: Journal, argv: readonly string[], now: number): ToolResult {
  const query = readQuery(argv, now);
  if (typeof query === 'string') return failed(1, query);
  if (query.version) return printed(VERSION_TEXT);
  const format = ENTRY_FORMATS[query.output];
  if (format === undefined) return failed(1, `Unknown output format '${query.output}'.`);
  const matches = matchesOf(query, journal);
  if (typeof matches === 'string') return failed(1, matches);
  const place = placeOf(query, journal);
  if (typeof place === 'string') return failed(1, place);
  const keep = (entry: Entry) => inReach(query, entry);
  const end = place.first && !query.reverse ? 'first' : 'last';
  const limit = query.lines === null ? null : ({ count: query.lines, end } as const);
  const shown = query.user ? [] : select(journal, { matches, from: place.from, keep, limit });
  const options: FormatOptions = query;
  const lines = shown.map((sequence) => {
    const entry = journal.at(sequence);
    return entry === null ? '' : format(entry, options);
  });
  if (query.reverse) lines.reverse();
  const quiet = query.quiet || query.output === 'json' || query.output === 'cat';
  if (shown.length === 0 && !quiet && query.since === null) lines.push('-- No entries --\n');
  if (!query.show_cursor) return printed(lines.join(''));
  const entry = journal.at(shown.at(-1) ?? standing(query, journal, matches));
  if (entry === null) return printed(lines.join(''), 1);
  return printed(`${lines.join('')}-- cursor: ${entry.cursor}\n`);
}

function matchesOf(query: JournalQuery, journal: Journal): Matches | string {
  const asked = parseMatches(query.words);
  if (typeof asked === 'string') return asked;
  const identifiers: Matches =
    query.identifiers.length === 0 ? [] : [new Map([['SYSLOG_IDENTIFIER', query.identifiers]])];
  const boot: Matches = query.boot ? [new Map([['_BOOT_ID', [journal.boot_id]]])] : [];
  return both(both(both(unitMatches(query.units.map(unitName)), asked), identifiers), boot);
}

/** Where reading begins. `first`: a limit takes the first entries from there, not the last of all. */
function placeOf(
  query: JournalQuery,
  journal: Journal,
): { readonly from: number; readonly first: boolean } | string {
  const text = query.after_cursor ?? query.cursor;
  if (text === null) {
    if (query.since === null) return { from: 1, first: false };
    return { from: journal.firstSince(query.since * 1000), first: true };
  }
  const cursor = parseCursor(text);
  if (cursor === null) return 'Failed to seek to cursor: Invalid argument';
  const past = query.after_cursor !== null ? 1 : 0;
  if (cursor.journal === journal.id) return { from: cursor.sequence + past, first: true };
  return { from: journal.firstSince(cursor.realtime_us), first: true };
}

function inReach({ until, priority }: JournalQuery, { realtime_us, fields }: Entry): boolean {
  if (until !== null && realtime_us > until * 1000) return false;
  return priority === null || Number(fields['PRIORITY']) <= priority;
}

/**
 * Where journalctl stands when it has shown nothing: at the cursor it was given, if that entry matches; at the end,
 * if it was to show no line. 0: nowhere, in which case it prints no cursor and its exit code is 1.
 */
function standing(query: JournalQuery, journal: Journal, matches: Matches): number {
  const given = parseCursor(query.after_cursor ?? query.cursor ?? '');
  if (given === null && query.lines !== 0) return 0;
  const from = given?.sequence ?? 1;
  const limit = { count: 1, end: given === null ? 'last' : 'first' } as const;
  const [found = 0] = select(journal, { matches, from, keep: (entry) => inReach(query, entry), limit });
  return given === null || found === from ? found : 0;
}
