import type { Right } from '../../../../ports/supervisor.ts';
import type { AskJournal } from '../journal-behind.ts';

const NAME = 'journal';
export const PERSISTENT_JOURNAL = '/var/log/journal';

export interface JournalQuestion {
  readonly ask: AskJournal;
  readonly scope: 'system' | 'user';
  readonly unit: string;
  readonly user: string;
  /** As whom the unit runs. */
  readonly runs_as: string;
  /** Of the last start; empty: none is remembered. */
  readonly invocation: string;
  /** Is there a folder for a journal that survives a reboot? The journals of single users exist only there. */
  readonly persistent: boolean;
}

/**
 * May the log be read? `journalctl` says nothing and ends well where it may not, so it is asked for a line that exists:
 * the manager's own about the last start, or any other of the manager's.
 */
export async function journalRight(question: JournalQuestion): Promise<Right> {
  const { ask, scope, unit, user, invocation } = question;
  const field = scope === 'user' ? 'USER_INVOCATION_ID' : 'INVOCATION_ID';
  if (invocation !== '' && (await some(ask, `${field}=${invocation}`)) === true)
    return { name: NAME, state: 'held', text: `the log of ${unit} is readable`, remedy: null };
  const any = await some(ask, scope === 'user' ? '_COMM=systemd' : '_PID=1');
  if (any === null)
    return { name: NAME, state: 'unknown', text: 'journalctl does not answer', remedy: 'run it by hand' };
  if (any) {
    return invocation === ''
      ? { name: NAME, state: 'held', text: `the journal is readable; ${unit} has not run yet`, remedy: null }
      : gone(unit);
  }
  return scope === 'user' && !question.persistent ? notKept(unit, user) : silent(question);
}

async function silent({ ask, unit, user, runs_as, invocation, persistent }: JournalQuestion): Promise<Right> {
  const remedy =
    `let root run \`usermod -aG systemd-journal ${user}\`, then log in anew: that is the right to read the log of every ` +
    'service and user of this host, and no other';
  // Lines of a user's processes are kept in a journal of that user, whatever unit they belong to.
  const own = invocation !== '' && (await some(ask, `_SYSTEMD_INVOCATION_ID=${invocation}`)) === true;
  if (own || (runs_as === user && persistent)) {
    const text = `what ${unit} writes may be read, what systemd says of it may not: a program that cannot be started leaves no word`;
    return { name: NAME, state: 'weaker', text, remedy };
  }
  return {
    name: NAME,
    state: 'missing',
    text: `the journal is silent to ${user}: it may not be read`,
    remedy,
  };
}

function notKept(unit: string, user: string): Right {
  const text = `the log of ${unit} is not kept where ${user} may read it`;
  const remedy = `let root make ${PERSISTENT_JOURNAL} and restart systemd-journald: only there users have journals of their own`;
  return { name: NAME, state: 'weaker', text, remedy };
}

function gone(unit: string): Right {
  return {
    name: NAME,
    state: 'weaker',
    text: `the journal is readable, but the last start of ${unit} is no longer in it: dropped, or it is kept too short`,
    remedy: 'see SystemMaxUse=, RateLimitBurst= and Storage= in journald.conf(5)',
  };
}

/** Is there at least one line? null: journalctl failed. */
async function some(ask: AskJournal, field: string): Promise<boolean | null> {
  const text = await ask([
    field,
    '-n',
    '1',
    '-o',
    'json',
    '--quiet',
    '--no-pager',
    '--output-fields=PRIORITY',
  ]);
  return text === null ? null : text.trim() !== '';
}
