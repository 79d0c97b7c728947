import { isGone, type Member } from '../../../core/generation.ts';
import type { Host } from '../../../ports/host.ts';
import type { SignalReport } from '../../../ports/supervisor.ts';
import type { Followed } from './followed.ts';
import { ownProcesses } from './members.ts';

/**
 * Signals the given members and nothing else: each by its own pid, never a group, and only after its start ticks were
 * read again. Node has no pidfd, so between that reading and the signal lies the time of one system call. Holdpoint
 * itself and what it runs under get none, whatever a record says.
 */
export async function signalMembers(
  host: Host,
  followed: Followed,
  members: readonly Member[],
  signal: 'TERM' | 'KILL',
): Promise<SignalReport> {
  const sent: number[] = [];
  const gone: number[] = [];
  const refused: { pid: number; error: string }[] = [];
  const own = ownProcesses(await host.processes(), process.pid);
  for (const member of members) {
    const row = followed.isOfThisBoot ? await host.process(member.pid) : null;
    if (row === null || row.start_ticks !== member.start_ticks || isGone(row.state)) gone.push(member.pid);
    else if (!followed.has(member) || member.pid <= 1 || own.has(member.pid)) {
      refused.push({ pid: member.pid, error: 'not a member of this generation' });
    } else {
      const error = kill(member.pid, signal);
      if (error === null) sent.push(member.pid);
      else if (error === 'ESRCH') gone.push(member.pid);
      else refused.push({ pid: member.pid, error });
    }
  }
  return { signal, sent, gone, refused };
}

function kill(pid: number, signal: 'TERM' | 'KILL'): string | null {
  try {
    process.kill(pid, `SIG${signal}`);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
