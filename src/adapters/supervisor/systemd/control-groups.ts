import { FaultError, fault } from '../../../core/fault.ts';
import type { Host, ProcessRow } from '../../../ports/host.ts';
import { isGone } from '../process/members.ts';
import type { UnitState } from './unit-state.ts';

/** Where the tree of the manager is: the whole of it (v2), beside other trees (hybrid), or a v1 tree of its own. */
const ROOTS = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified', '/sys/fs/cgroup/systemd'];

const LARGEST_LIST = 64 * 1024;

/** Files of a control group: whatever has another name may be a group within it. */
const KERNEL_FILE =
  /^(cgroup|cpu|cpuset|cpuacct|memory|io|blkio|pids|hugetlb|rdma|misc|irq|net_cls|devices)\.|^(tasks|notify_on_release|release_agent)$/;

/**
 * Living processes of a control group and of all groups within it, oldest first. null: there is no such group, so no
 * process is left in it (or its tree cannot be found, which the caller must rule out while a process is known to live).
 */
export async function processesIn(host: Host, group: string): Promise<readonly ProcessRow[] | null> {
  if (group === '') return null;
  for (const root of ROOTS) {
    const pids = await pidsIn(host, `${root}${group}`);
    if (pids === null) continue;
    const rows = await Promise.all(pids.map((pid) => host.process(pid)));
    return rows
      .filter((row): row is ProcessRow => row !== null && !isGone(row.state))
      .sort((a, b) => a.start_ticks - b.start_ticks || a.pid - b.pid);
  }
  return null;
}

/** Fault: `probe-failed` where a process that lives is in no control group that can be read. */
export async function livingIn(host: Host, unit: string, state: UnitState): Promise<readonly ProcessRow[]> {
  const rows = (await processesIn(host, state.control_group)) ?? [];
  if (state.main_pid === 0 || rows.some((row) => row.pid === state.main_pid)) return rows;
  const main = await host.process(state.main_pid);
  if (main === null || isGone(main.state)) return rows;
  const text = `the processes of ${unit} cannot be listed: no control group ${state.control_group} holds pid ${main.pid}`;
  throw new FaultError(fault('probe-failed', text));
}

async function pidsIn(host: Host, folder: string): Promise<readonly number[] | null> {
  const file = `${folder}/cgroup.procs`;
  const text = await host.readText(file, LARGEST_LIST);
  if (text === null) return null;
  if (text.length >= LARGEST_LIST)
    throw new FaultError(fault('probe-failed', `${file} is too long to be read whole`));
  const pids = text
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);
  const groups = ((await host.list(folder)) ?? []).filter((name) => !KERNEL_FILE.test(name));
  if (groups.length === 0) return pids;
  const within = await Promise.all(groups.map((name) => pidsIn(host, `${folder}/${name}`)));
  return [...new Set([...pids, ...within.flatMap((list) => list ?? [])])];
}
