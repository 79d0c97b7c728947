import { FaultError, fault } from '../../core/fault.ts';
import type { ProcessRow } from '../../ports/host.ts';
import { parseCommandLine, parseStat, parseStatus } from './proc.ts';
import { listProc, readProc } from './proc-read.ts';
import { userName } from './users.ts';

/** Every process that can be seen. Those that end during the scan are left out. */
export function readProcesses(): ProcessRow[] {
  return pids().flatMap((pid) => readProcess(pid) ?? []);
}

/** pids of the processes that can be seen. */
export function pids(): number[] {
  const names = listProc('/proc');
  if (names === null)
    throw new FaultError(fault('probe-failed', 'the process table (/proc) could not be read'));
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

/** One process; null: it does not exist, or is hidden from us. */
export function readProcess(pid: number): ProcessRow | null {
  const statText = readProc(`/proc/${pid}/stat`);
  const statusText = readProc(`/proc/${pid}/status`);
  if (statText === null || statusText === null) return null;
  const stat = parseStat(statText);
  const status = parseStatus(statusText);
  if (stat === null || status === null) {
    const evidence = [{ kind: 'proc', text: (stat === null ? statText : statusText).slice(0, 300) }];
    throw new FaultError(
      fault('probe-failed', `the table entry of process ${pid} is not understood`, { evidence }),
    );
  }
  return {
    pid,
    ppid: stat.ppid,
    start_ticks: stat.start_ticks,
    state: stat.state === 'Z' && stat.threads > 1 ? stateOfThreads(pid) : stat.state,
    session: stat.session,
    uid: status.uid,
    user: userName(status.uid),
    argv: parseCommandLine(readProc(`/proc/${pid}/cmdline`) ?? ''),
    rss_bytes: status.rss_bytes,
    cpu_ticks: stat.cpu_ticks,
  };
}

/**
 * A process whose main thread has ended shows as a zombie although other threads still run, or hang in a driver with
 * the memory in their hands. Its state is then that of the first living thread.
 */
function stateOfThreads(pid: number): string {
  for (const thread of listProc(`/proc/${pid}/task`) ?? []) {
    const stat = parseStat(readProc(`/proc/${pid}/task/${thread}/stat`) ?? '');
    if (stat !== null && stat.state !== 'Z' && stat.state !== 'X') return stat.state;
  }
  return 'Z';
}
