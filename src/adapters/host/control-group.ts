import { isGone } from '../../core/generation.ts';
import type { GroupProcess } from '../../ports/host.ts';
import { parseIo } from './proc.ts';
import { listProc, readProc } from './proc-read.ts';
import { readProcess } from './process-table.ts';

/** Where the tree of the manager is: the whole of it (v2), beside other trees (hybrid), or a v1 tree of its own. */
const ROOTS = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified', '/sys/fs/cgroup/systemd'];

/** Files of a control group: whatever has another name may be a group within it. */
const KERNEL_FILE =
  /^(cgroup|cpu|cpuset|cpuacct|memory|io|blkio|pids|hugetlb|rdma|misc|irq|net_cls|devices)\.|^(tasks|notify_on_release|release_agent)$/;

/** Living processes of a control group and of all groups within it, oldest first; null: there is no such group. */
export function readControlGroup(group: string): readonly GroupProcess[] | null {
  for (const root of ROOTS) {
    const pids = pidsIn(`${root}${group}`);
    if (pids !== null) return groupProcesses(pids);
  }
  return null;
}

/** Those of these processes that live, oldest first, with their use of storage. */
export function groupProcesses(pids: readonly number[]): readonly GroupProcess[] {
  return pids
    .flatMap((pid) => withStorage(pid) ?? [])
    .sort((a, b) => a.start_ticks - b.start_ticks || a.pid - b.pid);
}

function withStorage(pid: number): GroupProcess | null {
  const row = readProcess(pid);
  if (row === null || isGone(row.state)) return null;
  const io = parseIo(readProc(`/proc/${pid}/io`) ?? '');
  // Unreadable is unknown, but one that has ended meanwhile is no longer among them.
  if (io === null && readProcess(pid)?.start_ticks !== row.start_ticks) return null;
  return { ...row, io_bytes: io === null ? null : io.read_bytes + io.write_bytes };
}

function pidsIn(folder: string): readonly number[] | null {
  const text = readProc(`${folder}/cgroup.procs`);
  if (text === null) return null;
  const pids = text
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);
  const groups = (listProc(folder) ?? []).filter((name) => !KERNEL_FILE.test(name));
  if (groups.length === 0) return pids;
  const within = groups.flatMap((name) => pidsIn(`${folder}/${name}`) ?? []);
  return [...new Set([...pids, ...within])];
}
