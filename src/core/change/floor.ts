import { PCI_ADDRESS } from '../config/schema/names.ts';
import { type Fault, fault } from '../fault.ts';
import { type Bytes, MiB } from '../units.ts';
import { note } from './answers.ts';
import { describeBytes } from './describe.ts';
import type { DeviceFacts } from './observations.ts';

export type Floor = Readonly<Record<string, Bytes>>;
type Holder = DeviceFacts['holders'][number];

/** What a device may hold beyond its floor and still be empty: 256 MiB, or 1 % of it where that is more. */
export function toleranceOf(device: DeviceFacts): Bytes {
  return Math.max(256 * MiB, (device.total_bytes ?? 0) / 100);
}

/** Bytes beyond the floor. Null: the reading or the floor is unknown, which is never empty. */
export function overFloor(device: DeviceFacts, floor: Floor): Bytes | null {
  const known = floor[device.id];
  return known === undefined || device.used_bytes === null ? null : device.used_bytes - known;
}

/**
 * The floor of each device that has none yet: measured where nothing of ours runs, derived (used minus what our
 * processes hold) where every holder is ours, else it must be given. Shared memory has no floor.
 */
export function findFloor(
  devices: readonly DeviceFacts[],
  running: boolean,
  known: Floor,
): { readonly floor: Floor } | { readonly fault: Fault } {
  const floor: Record<string, Bytes> = { ...known };
  for (const device of devices) {
    if (device.shared || floor[device.id] !== undefined) continue;
    const found = running ? derived(device) : measured(device);
    if (typeof found !== 'number') return { fault: found };
    floor[device.id] = found;
  }
  return { floor };
}

/** A fault where others hold more than the floor lets through: the memory could never come back. */
export function foreignFault(device: DeviceFacts, floor: Floor): Fault | null {
  if (device.shared) return null;
  const held = sumOf(device.holders.filter((holder) => !holder.ours && holder.used_bytes !== null));
  if (held === null || held <= (floor[device.id] ?? 0) + toleranceOf(device)) return null;
  const foreign = device.holders.filter((holder) => !holder.ours);
  const most = foreign.reduce((a, b) => ((b.used_bytes ?? 0) > (a.used_bytes ?? 0) ? b : a));
  const message = `device ${device.id}: ${describeBytes(most.used_bytes)} are held by ${named(most)}`;
  const { pid, user, command, used_bytes } = most;
  return fault('foreign-holder', message, {
    evidence: foreign.map(holderNote),
    data: { device: device.id, pid, user, command, used_bytes },
  });
}

export function holderNote(holder: Holder) {
  return note('holder', `${named(holder)} (${describeBytes(holder.used_bytes)})`);
}

/** Pid, user and command: who it is that holds memory. */
export function named(holder: Holder): string {
  return `${who(holder)}: ${holder.command}`;
}

function measured(device: DeviceFacts): Bytes | Fault {
  const { used_bytes } = device;
  if (used_bytes === null) return silent(device);
  const foreign = foreignFault(device, {});
  if (foreign !== null) return foreign;
  const hidden = device.holders.find((holder) => holder.used_bytes === null);
  // a little memory is a little memory, whoever holds it
  if (hidden !== undefined && used_bytes > toleranceOf(device)) return unsaid(device, hidden);
  return used_bytes;
}

function derived(device: DeviceFacts): Bytes | Fault {
  const { used_bytes, holders } = device;
  if (used_bytes === null) return silent(device);
  const foreign = holders.find((holder) => !holder.ours);
  if (foreign !== undefined) {
    const message = `device ${device.id} is used by others too (${named(foreign)})`;
    return foreignFault(device, {}) ?? unknown(device, message);
  }
  const hidden = holders.find((holder) => holder.used_bytes === null);
  if (hidden !== undefined) return unsaid(device, hidden);
  const tolerance = toleranceOf(device);
  if (holders.length === 0 && used_bytes > tolerance) {
    const message = `device ${device.id}: ${describeBytes(used_bytes)} are in use and no process is listed`;
    return unknown(device, message);
  }
  const rest = used_bytes - (sumOf(holders) ?? 0);
  if (rest < -tolerance)
    return unknown(device, `device ${device.id}: its processes hold more than is in use together`);
  return Math.max(0, rest);
}

function sumOf(holders: readonly Holder[]): Bytes | null {
  return holders.reduce<Bytes | null>(
    (sum, { used_bytes }) => (sum === null || used_bytes === null ? null : sum + used_bytes),
    0,
  );
}

function silent(device: DeviceFacts): Fault {
  const message = `device ${device.id} does not say how much memory is in use`;
  return fault('memory-unknown', message, { data: { device: device.id } });
}

function unsaid(device: DeviceFacts, holder: Holder): Fault {
  return unknown(device, `device ${device.id} does not say how much of it ${who(holder)} holds`);
}

function unknown(device: DeviceFacts, message: string): Fault {
  return fault('memory-unknown', `${message}: give accelerator.floor`, {
    evidence: device.holders.map(holderNote),
    data: { device: device.id, used_bytes: device.used_bytes, holders: device.holders },
    hint: `write accelerator: { kind: ${PCI_ADDRESS.test(device.id) ? 'amd' : 'nvidia'}, floor: { ${device.id}: <memory in use without the service> } }`,
  });
}

function who(holder: Holder): string {
  return `pid ${holder.pid} (user ${holder.user})`;
}
