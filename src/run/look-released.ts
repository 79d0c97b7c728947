import type { Floor } from '../core/change/floor.ts';
import { describeObjects, memoryEvidence } from '../core/change/not-returned.ts';
import {
  allBack,
  beginTrend,
  describeReturning,
  follow,
  type Needed,
  objectsThatHold,
  staysBack,
  type Trend,
} from '../core/change/returning.ts';
import { type Evidence, FaultError, fault } from '../core/fault.ts';
import type { Bytes } from '../core/units.ts';
import type { DeviceReading } from '../ports/accelerator.ts';
import type { Ports } from './ports.ts';
import { markedMembers, type Token } from './token.ts';

/** What one wait for memory remembers from look to look. */
export interface Remembered {
  readonly good: number;
  readonly trend: Trend | null;
}

export type MemoryLook = { readonly remembered: Remembered } & (
  | { readonly passed: readonly Evidence[] }
  | { readonly missing: string }
);

/**
 * Is the memory of every device back, for somebody who holds a token or a floor? Shared memory for which no floor was
 * given has none. Faults: `memory-unknown` (no floor), `device-missing`, and those of the accelerator.
 */
export async function lookAtMemory(
  ports: Ports,
  since: Token | null,
  floor_bytes: Bytes | null,
  before: Remembered,
): Promise<MemoryLook> {
  const read = await ports.accelerator.read(since === null ? [] : markedMembers(since), since?.objects ?? []);
  const floor = floorsOf(read, since, floor_bytes);
  const needed: Needed = { floor, peak_bytes: null };
  const devices = read.map((device) => ({
    ...device,
    shared: device.shared && floor[device.id] === undefined,
  }));
  const now = ports.clock.now();
  const trend = follow(before.trend ?? beginTrend(now), devices, now);
  const held = read.flatMap(objectsThatHold);
  if (held.length > 0) {
    const missing = `shared-memory objects are left: ${describeObjects(held)}`;
    return { missing, remembered: { good: 0, trend } };
  }
  const said = describeReturning(devices, needed, trend, now);
  if (!allBack(devices, needed))
    return { missing: `memory is not back (${said})`, remembered: { good: 0, trend } };
  const good = before.good + 1;
  const remembered = { good, trend };
  if (!staysBack(devices, good)) return { missing: `memory must stay back (${said})`, remembered };
  return { passed: memoryEvidence(devices, needed), remembered };
}

function floorsOf(devices: readonly DeviceReading[], since: Token | null, given: Bytes | null): Floor {
  const marked = since?.floor ?? {};
  const gone = Object.keys(marked).find((id) => !devices.some((device) => device.id === id));
  if (gone !== undefined)
    throw new FaultError(fault('device-missing', `device ${gone} is gone`, { data: { device: gone } }));
  if (given !== null) return Object.fromEntries(devices.map(({ id }) => [id, given]));
  const bare = devices.find(({ id, shared }) => !shared && marked[id] === undefined);
  if (bare === undefined) return marked;
  const message = `how much memory of ${bare.id} is in use without the service is not known: give --floor SIZE`;
  throw new FaultError(fault('memory-unknown', message, { data: { device: bare.id } }));
}
