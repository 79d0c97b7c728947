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

export interface JournalOfGeneration {
  readonly invocation: string;
  readonly boot_id: string;
  /** Field by which the manager's own lines name it: another one for the manager of a user. */
  readonly manager_field: 'INVOCATION_ID' | 'USER_INVOCATION_ID';
  /** When it began, in whole seconds since the epoch; null: unknown. */
  readonly began: () => Promise<number | null>;
  readonly ask: AskJournal;
}

export interface Fetched {
  readonly entries: readonly JournalEntry[];
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
    return text === null ? null : { entries: readJournalLines(text), more: false };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    if (cursor !== null) return pieceBehind(of, cursor);
    const entries = await loadPhase(of);
    return entries === null ? null : { entries, more: false };
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
      const entries = readJournalLines(text);
      if (entries.length > 0) return { entries, more: true };
      from_s += seconds;
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      pieces.shift();
    }
  }
  return null;
}

/** Too long to be read whole, as of a server that has answered for days: its load, and from here on what comes. */
async function loadPhase(of: JournalOfGeneration): Promise<readonly JournalEntry[] | null> {
  const { began, ask } = of;
  const began_s = await began();
  if (began_s === null) return null;
  const now = shownCursor((await ask([...wordsFor(of), '--lines=0', '--show-cursor'])) ?? '');
  for (const seconds of LOAD_PHASE_S) {
    try {
      const text = await ask([...wordsFor(of), `--since=@${began_s}`, `--until=@${began_s + seconds}`]);
      const entries = readJournalLines(text ?? '');
      const last = entries.at(-1);
      if (last === undefined || now === null) return null;
      return [...entries.slice(0, -1), { ...last, cursor: now }];
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
    }
  }
  return null;
}

function wordsFor({ invocation, manager_field, boot_id }: JournalOfGeneration): readonly string[] {
  const own = [`_SYSTEMD_INVOCATION_ID=${invocation}`, '+', `${manager_field}=${invocation}`];
  const dropped = [`MESSAGE_ID=${DROPPED}`, `_BOOT_ID=${boot_id.replaceAll('-', '')}`];
  return [...own, '+', ...dropped, '-o', 'json', '--all', '--no-pager', `--output-fields=${JOURNAL_FIELDS}`];
}
