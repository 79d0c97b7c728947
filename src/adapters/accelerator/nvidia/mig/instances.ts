import type { AppRow } from '../../holders.ts';
import type { GpuRow } from '../parse.ts';
import type { SplitDevice } from './details.ts';
import type { ListedInstance } from './list.ts';

export interface Unsplit {
  readonly devices: readonly GpuRow[];
  readonly apps: readonly AppRow[];
}

/**
 * Split devices replaced by their instances, each a device with a memory of its own. `unlisted`: a split device that the
 * details do not tell.
 */
export function instancesOf(
  { devices, apps }: Unsplit,
  listed: readonly ListedInstance[],
  details: readonly SplitDevice[],
): Unsplit | { readonly unlisted: string } {
  const rows: GpuRow[] = [];
  const held = apps.filter(({ uuid }) => devices.some((device) => device.uuid === uuid && !device.split));
  for (const device of devices) {
    if (!device.split) {
      rows.push(device);
      continue;
    }
    const detail = details.find(({ uuid }) => uuid === device.uuid);
    const named = listed.filter(({ parent }) => parent === device.uuid);
    if (detail === undefined || detail.instances.length !== named.length) return { unlisted: device.uuid };
    for (const memory of detail.instances) {
      const own = named.find(({ number }) => number === memory.number);
      if (own === undefined) return { unlisted: device.uuid };
      const { gpu, compute, total, used, free } = memory;
      const name = `${device.name} MIG ${own.profile}`;
      const instance = { parent: device.uuid, gpu, compute };
      rows.push({
        ...device,
        uuid: own.uuid,
        name,
        total,
        used,
        free,
        split: false,
        display: false,
        instance,
      });
      held.push(...appsOn(own.uuid, memory, detail));
    }
  }
  return { devices: rows, apps: held };
}

/** Where it is not told in which instance a process is, it may hold any memory of each. */
function appsOn(
  uuid: string,
  { gpu, compute }: SplitDevice['instances'][number],
  { processes }: SplitDevice,
): readonly AppRow[] {
  return processes.flatMap(({ pid, name, used, ...place }) => {
    if (place.gpu === null) return [{ uuid, pid, name, used: { unavailable: 'instance not told' } }];
    const here = place.gpu === gpu && (place.compute ?? compute) === compute;
    return here ? [{ uuid, pid, name, used }] : [];
  });
}
