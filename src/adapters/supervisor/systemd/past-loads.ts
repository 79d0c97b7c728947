import { FaultError } from '../../../core/fault.ts';
import type { LogLine } from '../../../core/log-line.ts';
import type { PastLoad } from '../../../ports/supervisor.ts';
import { readJournalLines } from './journal.ts';
import type { AskJournal } from './journal-behind.ts';

/** The manager's lines about a start that begins, and one that is done (sd-messages.h). */
const STARTING = '7d4958e842da4a758f6c1cdc7b36dcc5';
const STARTED = '39f53479d3a045ac8e11786248231fbf';

/** Lines about starts that are looked at: two for each start, and many starts may have failed. */
const START_LINES = 40;
/** Generations of which the log is read, the latest first, one question each (two where it is long). */
const MOST_GENERATIONS = 5;
/** How much of each is read: whoever has not loaded by then is left out. */
const LOOKED_AT_S = [3600, 900];

export interface LoadsOf {
  readonly unit: string;
  readonly scope: 'system' | 'user';
  /** null: it failed. Throws where it said more than can be taken. */
  readonly ask: AskJournal;
  /** Is this the server's own word that it is ready? */
  readonly isReady: (line: LogLine) => boolean;
}

/**
 * How long the last generations of a unit took from their start to the engine's own word, newest first, by the journal
 * alone. What cannot be read is left out: it is an estimate, nothing is decided by it.
 */
export async function pastLoads(of: LoadsOf): Promise<readonly PastLoad[]> {
  const found: PastLoad[] = [];
  for (const { invocation, began_us } of (await startsOf(of)).slice(0, MOST_GENERATIONS)) {
    const load = await loadOf(of, invocation, began_us);
    if (load !== null) found.push(load);
  }
  return found;
}

interface Start {
  readonly invocation: string;
  readonly began_us: number;
}

async function startsOf({ unit, scope, ask }: LoadsOf): Promise<readonly Start[]> {
  const field = scope === 'user' ? 'USER_UNIT' : 'UNIT';
  const matches = [STARTING, STARTED].map((id) => `MESSAGE_ID=${id}`);
  const text = await asked(ask, [`${field}=${unit}`, ...matches, `--lines=${START_LINES}`, ...JSON_FORM]);
  const began = new Map<string, number>();
  for (const { invocation, at_us } of readJournalLines(text ?? '')) {
    if (invocation === null || at_us === null) continue;
    began.set(invocation, Math.min(at_us, began.get(invocation) ?? at_us));
  }
  return [...began]
    .map(([invocation, began_us]) => ({ invocation, began_us }))
    .sort((a, b) => b.began_us - a.began_us);
}

async function loadOf(
  { ask, isReady }: LoadsOf,
  invocation: string,
  began_us: number,
): Promise<PastLoad | null> {
  const since_s = Math.floor(began_us / 1e6);
  for (const seconds of LOOKED_AT_S) {
    const text = await asked(ask, [
      `_SYSTEMD_INVOCATION_ID=${invocation}`,
      `--since=@${since_s}`,
      `--until=@${since_s + seconds}`,
      ...JSON_FORM,
    ]);
    if (text === null) continue;
    const ready = readJournalLines(text).find(({ message, at_us }, index) => {
      return at_us !== null && isReady({ text: message, line: index + 1, offset: 0 });
    });
    if (ready?.at_us == null) return null;
    return { load_s: Math.max(0, ready.at_us - began_us) / 1e6, command: ready.command };
  }
  return null;
}

const JSON_FORM = [
  '-o',
  'json',
  '--all',
  '--no-pager',
  '--output-fields=MESSAGE,INVOCATION_ID,USER_INVOCATION_ID,_CMDLINE',
];

async function asked(ask: AskJournal, words: readonly string[]): Promise<string | null> {
  try {
    return await ask(words);
  } catch (error) {
    if (error instanceof FaultError) return null;
    throw error;
  }
}
