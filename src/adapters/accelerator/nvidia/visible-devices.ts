import type { GpuRow } from './parse.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** CUDA stops at the first word that names nothing; Slurm writes the second one where a job has no device. */
const END = new Set(['', '-1', 'NoDevFiles']);

/**
 * The devices that CUDA shows to a process with this environment; empty: none. null: all, or it cannot be said from here
 * (a name that no device has, or numbers although CUDA orders different devices by speed, or counts instances of split
 * ones). All is the safe answer: more memory is watched than needed.
 */
export function visibleDevices(
  environment: Environment,
  devices: readonly GpuRow[],
): readonly string[] | null {
  const value = environment['CUDA_VISIBLE_DEVICES'];
  if (value === undefined) return null;
  const words = value.split(',').map((word) => word.trim());
  const end = words.findIndex((word) => END.has(word));
  const named = words
    .slice(0, end < 0 ? words.length : end)
    .map((word) => namedBy(word, environment, devices));
  return named.every((uuids) => uuids !== null) ? [...new Set(named.flat())] : null;
}

/** null: it cannot be said. */
function namedBy(
  word: string,
  environment: Environment,
  devices: readonly GpuRow[],
): readonly string[] | null {
  if (/^\d+$/.test(word)) return numbered(Number(word), environment, devices);
  const instances = devices.filter(({ instance }) => instance !== null && isPlace(word, instance));
  if (instances.length > 0) return instances.map(({ uuid }) => uuid);
  if (word.length <= 'GPU-'.length) return null;
  // a split device shows one of its instances: which one is not said, so that all are watched
  const found = devices.filter(
    ({ uuid, instance }) => uuid.startsWith(word) || instance?.parent.startsWith(word) === true,
  );
  const owners = new Set(found.map(({ uuid, instance }) => instance?.parent ?? uuid));
  const several = word.startsWith('MIG-') && found.length > 1;
  return owners.size === 1 && !several ? found.map(({ uuid }) => uuid) : null;
}

function numbered(
  index: number,
  environment: Environment,
  devices: readonly GpuRow[],
): readonly string[] | null {
  const byBus = environment['CUDA_DEVICE_ORDER'] === 'PCI_BUS_ID';
  const alike = new Set(devices.map((device) => device.name)).size === 1;
  if (devices.some(({ instance }) => instance !== null) || !(byBus || alike)) return null;
  const found = devices.find((device) => device.index === index);
  return found === undefined ? null : [found.uuid];
}

/** The older name of an instance: `MIG-GPU-<uuid>/<GPU instance>/<compute instance>`. */
function isPlace(word: string, instance: NonNullable<GpuRow['instance']>): boolean {
  return word === `MIG-${instance.parent}/${instance.gpu}/${instance.compute}`;
}
