import { type Bytes, MiB, type Milliseconds } from '../units.ts';
import { describeBytes } from './describe.ts';
import { type Floor, overFloor, toleranceOf } from './floor.ts';
import type { DeviceFacts } from './observations.ts';

/** Less than this between two readings is the driver's own coming and going. */
const MOVED = 16 * MiB;
/** Memory that has not moved for so long is not on its way back. */
const STILL_MS = 10_000;

/** What is compared with: the floor, and for the host's memory what earlier starts needed (null: unknown). */
export interface Needed {
  readonly floor: Floor;
  readonly peak_bytes: Bytes | null;
}

export interface Trend {
  /** By device: the lowest reading so far, lowered in steps of 16 MiB. */
  readonly lowest: Floor;
  /** By device: when it fell last; absent: not yet. */
  readonly fell: Readonly<Record<string, Milliseconds>>;
  readonly begun_at: Milliseconds;
}

export function beginTrend(now: Milliseconds): Trend {
  return { lowest: {}, fell: {}, begun_at: now };
}

/** Is the memory of this device back? What cannot be read is not. */
export function isBack(device: DeviceFacts, { floor, peak_bytes }: Needed): boolean {
  if (device.holders.some((holder) => holder.ours)) return false;
  if (device.shared) {
    const peak = device.display === true ? null : peak_bytes;
    return (
      objectsThatHold(device).length === 0 &&
      device.free_bytes !== null &&
      (peak === null || device.free_bytes >= peak)
    );
  }
  const over = overFloor(device, floor);
  return over !== null && over <= toleranceOf(device);
}

/**
 * Shared-memory objects of the old server that keep shared memory from being back. Engines leave small ones behind at
 * every end, the clean one too, and nobody removes these: up to the tolerance of a device they keep nothing from a start.
 */
export function objectsThatHold(device: DeviceFacts): DeviceFacts['objects'] {
  const bytes = device.objects.reduce((sum, object) => sum + object.bytes, 0);
  return device.shared && bytes > toleranceOf(device) ? device.objects : [];
}

/** Each device falls in its own time. */
export function follow(before: Trend, devices: readonly DeviceFacts[], now: Milliseconds): Trend {
  const lowest: Record<string, Bytes> = { ...before.lowest };
  const fell: Record<string, Milliseconds> = { ...before.fell };
  for (const { id, used_bytes } of devices) {
    if (used_bytes === null) continue;
    const low = lowest[id];
    if (low !== undefined && used_bytes >= low - MOVED) continue;
    lowest[id] = used_bytes;
    if (low !== undefined) fell[id] = now;
  }
  return { lowest, fell, begun_at: before.begun_at };
}

/** When each device came back, as long as it stays so. */
export function followBack(
  before: Readonly<Record<string, Milliseconds>>,
  devices: readonly DeviceFacts[],
  needed: Needed,
  now: Milliseconds,
): Readonly<Record<string, Milliseconds>> {
  const back: Record<string, Milliseconds> = {};
  for (const device of devices) if (isBack(device, needed)) back[device.id] = before[device.id] ?? now;
  return back;
}

/** Which device came back when, the first one first: `GPU-5e1a7c10... after 12 s, ...`. */
export function describeBack(
  devices: readonly DeviceFacts[],
  back: Readonly<Record<string, Milliseconds>>,
  since: Milliseconds,
): string {
  return [...devices]
    .sort((a, b) => (back[a.id] ?? 0) - (back[b.id] ?? 0))
    .map((device) => `${shortId(device)} after ${Math.round(((back[device.id] ?? since) - since) / 1000)} s`)
    .join(', ');
}

/** For the waiting line: `8 devices: 3 back, 5 to go, most 41.2 GiB over floor on GPU-5e1a7c10..., falling`. */
export function describeReturning(
  devices: readonly DeviceFacts[],
  needed: Needed,
  trend: Trend,
  now: Milliseconds,
): string {
  const [only] = devices;
  if (only === undefined) return 'memory is read';
  if (devices.length === 1 && only.shared) return `${describeBytes(only.free_bytes)} free`;
  const held = devices.filter((device) => !isBack(device, needed));
  if (held.length === 0)
    return devices.length === 1 ? `${shortId(only)} is back` : `${devices.length} devices: all back`;
  const counts =
    devices.length === 1
      ? ''
      : `${devices.length} devices: ${devices.length - held.length} back, ${held.length} to go, most `;
  const [worst = only] = worstFirst(held, needed.floor);
  return `${counts}${most(worst, needed.floor)}, ${isFalling(trend, worst.id, now) ? 'falling' : 'not falling'}`;
}

/** When any of the devices fell last: it is enough that one of them does. */
export function lastFall({ fell, begun_at }: Trend): Milliseconds {
  return Math.max(begun_at, ...Object.values(fell));
}

/** What is said of one device must be true of it, whatever the others do. */
export function isFalling({ fell, begun_at }: Trend, id: string, now: Milliseconds): boolean {
  return now - (fell[id] ?? begun_at) < STILL_MS;
}

export function worstFirst(held: readonly DeviceFacts[], floor: Floor): readonly DeviceFacts[] {
  const over = (device: DeviceFacts) => overFloor(device, floor) ?? Number.NEGATIVE_INFINITY;
  return [...held].sort((a, b) => over(b) - over(a));
}

function most(worst: DeviceFacts, floor: Floor): string {
  const over = overFloor(worst, floor);
  const pids = worst.holders.filter((holder) => holder.ours).map(({ pid }) => pid);
  if (over !== null && over <= toleranceOf(worst) && pids.length > 0)
    return `pid ${pids[0]} of the old server listed on ${shortId(worst)}`;
  return `${over === null ? 'an unknown amount' : describeBytes(over)} over floor on ${shortId(worst)}`;
}

/** Enough of a uuid to tell eight devices apart. */
function shortId({ id }: DeviceFacts): string {
  return id.length > 16 ? `${id.slice(0, 12)}...` : id;
}

/** Probes in a row that must be good: one low reading of a device that is still draining is no release. */
const IN_A_ROW = 3;

export function allBack(devices: readonly DeviceFacts[], needed: Needed): boolean {
  return devices.every((device) => isBack(device, needed));
}

/** Has it been back for long enough, after so many good looks in a row? Shared memory is not waited for. */
export function staysBack(devices: readonly DeviceFacts[], good: number): boolean {
  return good >= (devices.every((device) => device.shared) ? 1 : IN_A_ROW);
}
