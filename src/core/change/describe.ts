import type { Evidence } from '../fault.ts';
import type { Generation } from '../generation.ts';
import { GiB, MiB } from '../units.ts';
import { note } from './answers.ts';
import type { PortHolderFacts } from './observations.ts';

export function describeGeneration(generation: Generation): string {
  if (generation.kind === 'systemd') {
    const { unit, id, pid } = generation;
    return `${unit}, invocation ${id === '' ? 'unknown' : id.slice(0, 12)}, main pid ${pid}`;
  }
  const id = generation.id === '' ? 'not started by Holdpoint' : `id ${generation.id}`;
  return `pid ${generation.pid}, started at tick ${generation.start_ticks} of boot ${generation.boot_id.slice(0, 8)} (${id})`;
}

export function describeHolder(holder: PortHolderFacts): Evidence {
  const who = holder.pid === null ? 'pid unreadable' : `pid ${holder.pid}`;
  return note(
    'listener',
    `${holder.address} (socket ${holder.inode}): ${who}, user ${holder.user}, ${holder.command}`,
  );
}

/** For people: `3.1 GiB`, `512 MiB`, `unknown`. */
export function describeBytes(bytes: number | null): string {
  if (bytes === null) return 'unknown';
  return bytes >= GiB ? `${(bytes / GiB).toFixed(1)} GiB` : `${Math.round(bytes / MiB)} MiB`;
}
