import type { GpuRow } from './parse.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The devices that CUDA shows to a process with this environment. null: all, or it cannot be said from here (a name
 * that no device has, or numbers although CUDA orders different devices by speed). All is the safe answer: more memory
 * is watched than needed.
 */
export function visibleDevices(
  environment: Environment,
  devices: readonly GpuRow[],
): readonly string[] | null {
  const value = environment['CUDA_VISIBLE_DEVICES']?.trim();
  if (value === undefined || value === '') return null;
  const byBus = environment['CUDA_DEVICE_ORDER'] === 'PCI_BUS_ID';
  const alike = new Set(devices.map((device) => device.name)).size === 1;
  const found = value.split(',').map((word) => {
    const name = word.trim();
    if (/^\d+$/.test(name))
      return byBus || alike ? devices.find(({ index }) => index === Number(name)) : undefined;
    const named = devices.filter(({ uuid }) => name.length > 'GPU-'.length && uuid.startsWith(name));
    return named.length === 1 ? named[0] : undefined;
  });
  const known = found.filter((device) => device !== undefined);
  return known.length === found.length ? [...new Set(known.map(({ uuid }) => uuid))] : null;
}
