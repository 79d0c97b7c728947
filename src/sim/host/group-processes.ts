import type { GroupProcess } from '../../ports/host.ts';
import type { SimKernel } from '../kernel/kernel.ts';
import type { ProcessView } from '../machine.ts';

/** Living processes of a control group and of those within it, oldest first; null: there is no such group. */
export function groupProcesses(kernel: SimKernel, group: string): readonly GroupProcess[] | null {
  const within = kernel.cgroups().filter((name) => name === group || name.startsWith(`${group}/`));
  if (within.length === 0) return null;
  const rows: GroupProcess[] = [];
  for (const name of within)
    for (const view of kernel.inCgroup(name)) rows.push(asGroupProcess(kernel, view));
  return rows.sort((a, b) => a.start_ticks - b.start_ticks || a.pid - b.pid);
}

/** Field by field: this is asked four times a second for every process, and a spread takes ten times as long. */
function asGroupProcess(kernel: SimKernel, view: ProcessView): GroupProcess {
  const consumed = kernel.consumed(view.pid);
  return {
    pid: view.pid,
    ppid: view.ppid,
    start_ticks: view.start_ticks,
    state: view.state,
    session: view.session,
    uid: view.uid,
    user: view.user,
    argv: view.argv,
    rss_bytes: consumed?.rss_bytes ?? null,
    cpu_ticks: consumed?.cpu_ticks ?? 0,
    io_bytes: consumed === null ? null : consumed.read_bytes + consumed.write_bytes,
  };
}
