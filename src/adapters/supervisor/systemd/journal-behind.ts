import { FaultError } from '../../../core/fault.ts';
import {
  DROPPED,
  JOURNAL_FIELDS,
  type JournalEntry,
  readJournalLines,
  secondOf,
  shownCursor,
} from './journal.ts';

/** Asks `journalctl` with these words; null: it failed. Throws where it said more than can be taken. */
export type AskJournal = (words: readonly string[]) => Promise<string | null>;

/** How much of the beginning of a log that is too long to be read whole is its load. */
const LOAD_PHASE_S = [3600, 900, 120];

/** Pieces of a log of which too much came since the last look: the longest that can be read is taken. */
const PIECE_S = [3600, 600, 60, 10, 2, 1];
/** Nothing may have been written for hours before there was too much. */
const MOST_PIECES = 500;

export interface MainProcess {
  readonly pid: number;
  /** When systemd made it, in microseconds on the monotonic clock. */
  readonly born_us: number;
}

export interface JournalOfGeneration {
  readonly invocation: string;
  readonly unit: string;
  readonly boot_id: string;
  /** Field by which the manager's own lines name it: another one for the manager of a user. */
  readonly manager_field: 'INVOCATION_ID' | 'USER_INVOCATION_ID';
  /** Its main process; null: it has none yet, or nobody saw it. */
  readonly main: () => MainProcess | null;
  /** Main processes of the other generations that were seen. */
  readonly other_mains: () => readonly MainProcess[];
  /** When it began, in whole seconds since the epoch; null: unknown. */
  readonly began: () => Promise<number | null>;
  readonly ask: AskJournal;
}

export interface Fetched {
  readonly entries: readonly JournalEntry[];
  /** Of the last entry that was looked at, ours or not; null: there was none. */
  readonly cursor: string | null;
  /** There may be more behind them. */
  readonly more: boolean;
}

/**
 * The entries of a generation behind the cursor, or from its beginning (null), as many as can be read at once. null: the
 * journal could not be read.
 */
export async function entriesBehind(of: JournalOfGeneration, cursor: string | null): Promise<Fetched | null> {
  const after = cursor === null ? [] : [`--after-cursor=${cursor}`];
  try {
    const text = await of.ask([...wordsFor(of), ...after]);
    return text === null ? null : fetchedIn(text, of);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    if (cursor !== null) return pieceBehind(of, cursor);
    return loadPhase(of);
  }
}

/** The next entries behind the cursor where there are too many to be read at once. null: a second holds too many. */
async function pieceBehind(of: JournalOfGeneration, cursor: string): Promise<Fetched | null> {
  let from_s = secondOf(cursor);
  if (from_s === null) return null;
  const after = [...wordsFor(of), `--after-cursor=${cursor}`];
  const pieces = [...PIECE_S];
  for (let asked = 0; asked < MOST_PIECES; asked += 1) {
    const [seconds] = pieces;
    if (seconds === undefined) return null;
    try {
      const text = await of.ask([...after, `--until=@${from_s + seconds}`]);
      if (text === null) return null;
      const fetched = fetchedIn(text, of);
      if (fetched.cursor !== null) return { ...fetched, more: true };
      from_s += seconds;
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      pieces.shift();
    }
  }
  return null;
}

/** Too long to be read whole, as of a server that has answered for days: its load, and from here on what comes. */
async function loadPhase(of: JournalOfGeneration): Promise<Fetched | null> {
  const { began, ask } = of;
  const began_s = await began();
  if (began_s === null) return null;
  const now = shownCursor((await ask([...wordsFor(of), '--lines=0', '--show-cursor'])) ?? '');
  for (const seconds of LOAD_PHASE_S) {
    try {
      const text = await ask([...wordsFor(of), `--since=@${began_s}`, `--until=@${began_s + seconds}`]);
      const fetched = fetchedIn(text ?? '', of);
      return fetched.cursor === null || now === null ? null : { ...fetched, cursor: now };
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
    }
  }
  return null;
}

function fetchedIn(text: string, of: JournalOfGeneration): Fetched {
  const all = readJournalLines(text);
  const entries = all.filter((entry) => entry.of_manager || entry.dropped !== null || isWrittenBy(of, entry));
  return { entries, cursor: all.at(-1)?.cursor ?? null, more: false };
}

/**
 * journald reads the generation of whoever writes from what the process and its unit show at that time. When it comes to
 * the words of one that is gone (a crash at once, a busy journald) they bear no generation, or the next one of the unit:
 * the pid of a main process, since it was made, says better whose they are.
 */
function isWrittenBy(of: JournalOfGeneration, { writer, taken_us }: JournalEntry): boolean {
  const isOf = (main: MainProcess) =>
    writer.pid === main.pid &&
    taken_us !== null &&
    taken_us >= main.born_us &&
    (writer.unit ?? of.unit) === of.unit;
  const main = of.main();
  if (main !== null && isOf(main)) return true;
  return writer.invocation === of.invocation && !of.other_mains().some(isOf);
}

function wordsFor({ invocation, manager_field, boot_id, main }: JournalOfGeneration): readonly string[] {
  const boot = `_BOOT_ID=${boot_id.replaceAll('-', '')}`;
  const pid = main()?.pid;
  const own = [`_SYSTEMD_INVOCATION_ID=${invocation}`, '+', `${manager_field}=${invocation}`];
  const by_pid = pid === undefined ? [] : ['+', `_PID=${pid}`, boot, '_TRANSPORT=stdout'];
  const dropped = [`MESSAGE_ID=${DROPPED}`, boot];
  return [
    ...own,
    ...by_pid,
    '+',
    ...dropped,
    '-o',
    'json',
    '--all',
    '--no-pager',
    `--output-fields=${JOURNAL_FIELDS}`,
  ];
}
