import { FaultError } from '../core/fault.ts';
import type { Ports } from './ports.ts';

/**
 * Names of the locks of the devices that the service has for itself. None where memory is shared with everybody, and none
 * where the present cannot be read: then the run meets the same fault before it touches anything.
 */
export async function deviceLocks({ accelerator, supervisor }: Ports): Promise<readonly string[]> {
  if (accelerator.kind === 'host-memory') return [];
  try {
    const { members } = await supervisor.present();
    const devices = await accelerator.read(members, []);
    return devices.filter((device) => !device.shared).map(({ id }) => `device:${id}`);
  } catch (error) {
    if (error instanceof FaultError) return [];
    throw error;
  }
}
