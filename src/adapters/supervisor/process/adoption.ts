import { FaultError, fault } from '../../../core/fault.ts';
import { isGone } from '../../../core/generation.ts';
import { type Manager, managerOf } from '../../../core/manager.ts';
import { shownCommand } from '../../../core/shown-command.ts';
import type { Host, ProcessRow } from '../../../ports/host.ts';
import { ownProcesses } from './members.ts';

/** How the running service is named by the user. */
export type Adopted = { readonly port: number } | { readonly pid: number };

/** Programs that start servers and are none: shells, logins, multiplexers, and what starts jobs. */
const LAUNCHERS = new Set(
  (
    'sh bash dash zsh ksh mksh ash fish csh tcsh busybox sshd sshd-session login su sudo doas tmux screen zellij dtach ' +
    'abduco mosh-server init systemd cron crond atd supervisord runit runsv s6-supervise tini dumb-init containerd-shim'
  ).split(' '),
);

const LARGEST_CGROUP_FILE = 64 * 1024;

/**
 * The leading process of a running service that Holdpoint did not start; null: nothing runs there.
 *
 * By port it is the topmost ancestor of the listener with the same user that is no launcher, and neither Holdpoint nor
 * what Holdpoint runs under. By pid it is exactly that process: the way out where the climb goes too far.
 */
export async function findAdopted(
  host: Host,
  adopted: Adopted,
  address: string,
  self: number,
): Promise<ProcessRow | null> {
  const rows = await host.processes();
  const own = ownProcesses(rows, self);
  const seeds = 'pid' in adopted ? [adopted.pid] : await listenersOf(host, address, adopted.port);
  const seen = rows.filter((row) => seeds.includes(row.pid) && !isGone(row.state));
  const leaders = 'pid' in adopted ? seen : [...new Set(seen.map((row) => topmost(rows, row, own)))];
  const [leader] = leaders;
  if (leader === undefined) return null;
  if (leaders.length > 1)
    throw refused('ambiguous-listener', `${leaders.length} services share the port`, leaders);
  if (own.has(leader.pid))
    throw refused('usage', 'the process to adopt is the one that Holdpoint runs under', leaders);
  await refuseManaged(host, leader, self);
  return leader;
}

async function listenersOf(host: Host, address: string, port: number): Promise<number[]> {
  const { listeners } = await host.port(address, port);
  return listeners.map((listener) => {
    if (listener.pid !== null) return listener.pid;
    const text = `port ${port} belongs to a process of ${listener.user} that cannot be seen`;
    throw new FaultError(fault('permission', text, { data: { uid: listener.uid } }));
  });
}

function topmost(rows: readonly ProcessRow[], listener: ProcessRow, own: ReadonlySet<number>): ProcessRow {
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  let leader = listener;
  for (;;) {
    const parent = byPid.get(leader.ppid);
    if (parent === undefined || parent.pid <= 1 || parent.uid !== listener.uid) return leader;
    if (own.has(parent.pid) || isLauncher(parent) || parent.start_ticks > leader.start_ticks) return leader;
    leader = parent;
  }
}

/** By the first word of the command: `-bash`, `sshd: user@pts/0`, `SCREEN -S x`, `/usr/bin/tmux`. */
function isLauncher(row: ProcessRow): boolean {
  const word = (row.argv[0] ?? '').split(/[\s:]/, 1)[0] ?? '';
  const name = word.slice(word.lastIndexOf('/') + 1).replace(/^-/, '');
  return name === '' || LAUNCHERS.has(name.toLowerCase());
}

/** A manager would start its process again, or end ours with it. One that also manages Holdpoint says nothing. */
async function refuseManaged(host: Host, leader: ProcessRow, self: number): Promise<void> {
  const [its, ours] = await Promise.all([managerOfProcess(host, leader.pid), managerOfProcess(host, self)]);
  if (its === null || (ours?.kind === its.kind && ours.name === its.name)) return;
  const fits = {
    systemd: `kind: systemd, unit: ${its.name}`,
    docker: `kind: docker, container: ${its.name}`,
    slurm: 'kind: slurm',
  };
  const message = `the process belongs to ${its.name}: it is a service of \`${fits[its.kind]}\``;
  if (its.kind !== 'systemd') throw refused('usage', message, [leader]);
  const hint = `say so in holdpoint.yaml; on the command line it is --unit ${its.name}`;
  throw refused('usage', message, [leader], hint);
}

async function managerOfProcess(host: Host, pid: number): Promise<Manager | null> {
  return managerOf((await host.readText(`/proc/${pid}/cgroup`, LARGEST_CGROUP_FILE)) ?? '');
}

function refused(
  name: 'usage' | 'ambiguous-listener',
  message: string,
  rows: readonly ProcessRow[],
  hint?: string,
): FaultError {
  const evidence = rows.map((row) => ({
    kind: 'process',
    text: `${row.pid} (${row.user}): ${shownCommand(row.argv)}`,
  }));
  return new FaultError(fault(name, message, { evidence, ...(hint === undefined ? {} : { hint }) }));
}
