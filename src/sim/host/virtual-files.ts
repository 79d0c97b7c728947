import type { SimKernel } from '../kernel/kernel.ts';

const BOOT_ID = '/proc/sys/kernel/random/boot_id';
const GROUPS = '/sys/fs/cgroup';
const PROCESSES = 'cgroup.procs';

/** Files that the kernel makes when they are read: below /proc and the control groups. null: there is no such file. */
export function readVirtual(kernel: SimKernel, path: string): string | null {
  if (path.startsWith(`${GROUPS}/`)) {
    const end = path.length - PROCESSES.length - 1;
    return path.endsWith(`/${PROCESSES}`) ? members(kernel, path.slice(GROUPS.length, end)) : null;
  }
  if (path === BOOT_ID) return `${kernel.boot_id}\n`;
  const process = /^\/proc\/(\d+)\/cgroup$/.exec(path);
  if (process === null) return null;
  const view = kernel.process(Number(process[1]));
  return view === null ? null : `0::${view.cgroup}\n`;
}

/** Does the path name a control group? One exists while it, or one below it, has a member. */
export function isCgroup(kernel: SimKernel, path: string): boolean {
  if (path !== GROUPS && !path.startsWith(`${GROUPS}/`)) return false;
  return exists(kernel, path.slice(GROUPS.length).replace(/\/$/, ''));
}

/** Files and groups in a control group; empty where there is none. */
export function listCgroup(kernel: SimKernel, path: string): readonly string[] {
  if (!isCgroup(kernel, path)) return [];
  const prefix = `${path.slice(GROUPS.length).replace(/\/$/, '')}/`;
  const names = new Set([PROCESSES]);
  for (const group of kernel.cgroups())
    if (group.startsWith(prefix)) names.add(group.slice(prefix.length).split('/', 1)[0] ?? '');
  return [...names].sort();
}

function exists(kernel: SimKernel, group: string): boolean {
  const groups = kernel.cgroups();
  return groups.includes(group) || groups.some((other) => other.startsWith(`${group}/`));
}

function members(kernel: SimKernel, group: string): string | null {
  const pids = kernel.pidsIn(group === '' ? '/' : group);
  if (pids.length === 0 && !exists(kernel, group)) return null;
  return pids.map((pid) => `${pid}\n`).join('');
}
