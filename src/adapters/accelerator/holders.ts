import type { Member } from '../../core/generation.ts';
import { shownCommand } from '../../core/shown-command.ts';
import type { DeviceHolder } from '../../ports/accelerator.ts';
import type { Host, ProcessRow } from '../../ports/host.ts';
import { type Cell, numberIn } from './cell.ts';

/** One process on one device, as a driver lists it. `name` is foreign text. */
export interface AppRow {
  readonly uuid: string;
  readonly pid: number;
  readonly name: string;
  readonly used: Cell;
}

const LONGEST_COMMAND = 300;

/**
 * Who holds memory, by device. A process is ours when pid and start ticks are those of a member. A pid that the driver
 * lists and the process table does not know (the driver has not let go of it) is ours if a member had it.
 */
export async function holdersOf(
  apps: readonly AppRow[],
  ours: readonly Member[],
  host: Host,
): Promise<ReadonlyMap<string, readonly DeviceHolder[]>> {
  const pids = [...new Set(apps.map((app) => app.pid))];
  const rows = await Promise.all(pids.map((pid) => host.process(pid)));
  const living = new Map(pids.map((pid, i) => [pid, rows[i] ?? null]));
  const found = new Map<string, DeviceHolder[]>();
  for (const app of apps) {
    const holder = holderOf(app, living.get(app.pid) ?? null, ours);
    const beside = found.get(app.uuid) ?? [];
    found.set(app.uuid, joined(beside, holder));
  }
  return found;
}

function holderOf(app: AppRow, row: ProcessRow | null, ours: readonly Member[]): DeviceHolder {
  const used_bytes = numberIn(app.used);
  const member = ours.find(
    ({ pid, start_ticks }) => pid === app.pid && (row === null || row.start_ticks === start_ticks),
  );
  if (member !== undefined)
    return { pid: app.pid, user: member.user, command: member.command, used_bytes, ours: true };
  if (row === null) {
    const command = `${app.name.slice(0, LONGEST_COMMAND)} (no such process)`.trim();
    return { pid: app.pid, user: 'unknown', command, used_bytes, ours: false };
  }
  const command = shownCommand(row.argv).slice(0, LONGEST_COMMAND) || app.name;
  return { pid: app.pid, user: row.user, command, used_bytes, ours: false };
}

/** A process with several contexts on a device stands there several times. */
function joined(beside: readonly DeviceHolder[], holder: DeviceHolder): DeviceHolder[] {
  const same = beside.find(({ pid }) => pid === holder.pid);
  if (same === undefined) return [...beside, holder];
  const used_bytes =
    same.used_bytes === null || holder.used_bytes === null ? null : same.used_bytes + holder.used_bytes;
  return beside.map((other) => (other === same ? { ...same, used_bytes } : other));
}
