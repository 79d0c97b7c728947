import { type Evidence, type Fault, fault } from '../fault.ts';
import { MiB, type Milliseconds } from '../units.ts';
import { note } from './answers.ts';
import { describeBytes } from './describe.ts';
import { type Floor, holderNote, named, overFloor, toleranceOf } from './floor.ts';
import type { DeviceFacts } from './observations.ts';
import { isBack, isFalling, type Needed, objectsThatHold, type Trend, worstFirst } from './returning.ts';

const HINT_OBJECTS =
  'no process of the old server lives; where `fuser -v /dev/shm/NAME` names nobody, `rm` gives the memory back';

/** The fault of devices that are not back in time. All of their numbers go with it. */
export function notReturned(
  devices: readonly DeviceFacts[],
  needed: Needed,
  trend: Trend,
  now: Milliseconds,
): Fault | null {
  const held = devices.filter((device) => !isBack(device, needed));
  const [worst] = worstFirst(held, needed.floor);
  if (worst === undefined) return null;
  const { id, used_bytes, holders, objects } = worst;
  const falling = isFalling(trend, id, now) ? 'still falling' : 'not falling';
  const data = {
    device: id,
    used: used_bytes,
    floor: needed.floor[id] ?? null,
    holders,
    objects,
    trend: falling,
    devices: devices.map((device) => ({
      device: device.id,
      used: device.used_bytes,
      floor: needed.floor[device.id] ?? null,
      back: isBack(device, needed),
      falling: isFalling(trend, device.id, now),
      holders: device.holders,
    })),
  };
  const evidence = [
    // those that matter first: a face shows the first few
    ...memoryEvidence(
      [...worstFirst(held, needed.floor), ...devices.filter((d) => !held.includes(d))],
      needed,
    ),
    ...held.flatMap((device) => device.holders.map(holderNote)),
  ];
  const unread = held.find((device) => (device.shared ? device.free_bytes : device.used_bytes) === null);
  if (unread !== undefined) {
    const message = `device ${unread.id} does not say how much memory is in use`;
    return fault('memory-unknown', message, { data, evidence });
  }
  const taken = held.find((device) => isTakenByOthers(device, needed.floor));
  if (taken !== undefined && held.every((device) => isTakenByOthers(device, needed.floor))) {
    const foreign = taken.holders.filter((holder) => !holder.ours).map(named);
    return fault(
      'memory-held-by-foreign',
      `device ${taken.id}: memory is held by ${foreign.join(', ')}${others(held)}`,
      { data: { ...data, device: taken.id, holders: taken.holders }, evidence },
    );
  }
  const ours = holders.filter((holder) => holder.ours).map(({ pid }) => `pid ${pid}`);
  const who = ours.length === 0 ? '' : `, listed for ${ours.join(', ')} of the old server`;
  const left = objectsThatHold(worst);
  const what =
    left.length > 0
      ? `device ${id}: the old server left shared memory behind: ${describeObjects(left)}`
      : `device ${id}: ${describeBytes(used_bytes)} in use${who}, ${falling}`;
  return fault('memory-not-released', `${what}${others(held)}`, {
    data,
    evidence,
    ...(left.length > 0 ? { hint: HINT_OBJECTS } : {}),
  });
}

/** One line for each device: what is in use and with what that is compared. */
export function memoryEvidence(devices: readonly DeviceFacts[], { floor, peak_bytes }: Needed): Evidence[] {
  return devices.map((device) => {
    if (!device.shared) {
      const known = describeBytes(floor[device.id] ?? null);
      return note('memory', `${device.id}: ${describeBytes(device.used_bytes)} in use, floor ${known}`);
    }
    const peak = device.display === true ? null : peak_bytes;
    const need =
      peak === null
        ? 'no earlier start tells how much is needed'
        : `earlier starts needed ${describeBytes(peak)}`;
    const whose = device.unified === true ? ' in the memory that it shares with the host' : '';
    return note('memory', `${device.id}: ${describeBytes(device.free_bytes)} free${whose}, ${need}`);
  });
}

/** What others hold there explains all that is too much. */
function isTakenByOthers(device: DeviceFacts, floor: Floor): boolean {
  const over = overFloor(device, floor);
  const foreign = device.holders.filter((holder) => !holder.ours);
  if (device.shared || over === null || foreign.length < device.holders.length || foreign.length === 0)
    return false;
  if (foreign.some((holder) => holder.used_bytes === null)) return true;
  const held = foreign.reduce((sum, holder) => sum + (holder.used_bytes ?? 0), 0);
  return over - held <= toleranceOf(device);
}

function others(held: readonly DeviceFacts[]): string {
  return held.length === 1 ? '' : `, and ${held.length - 1} more not back`;
}

/** Each with what it takes: `/dev/shm/psm_1f2e (10.0 GiB)`. */
export function describeObjects(objects: DeviceFacts['objects']): string {
  return objects
    .map(({ name, bytes }) => `/dev/shm/${name} (${bytes < MiB ? 'under 1 MiB' : describeBytes(bytes)})`)
    .join(', ');
}
