import { MiB } from '../../core/units.ts';
import type { Random } from '../machine.ts';
import type { DeviceFacts } from './device.ts';

/** What nvidia-smi reports for an RTX PRO 6000 Blackwell. */
const TOTAL_MIB = 97_887;

const NAME = 'NVIDIA RTX PRO 6000 Blackwell Server Edition';

/** The device at one slot of the machine. Driver floors are about 600 MiB and differ by a few. */
export function drawFacts(random: Random, index: number): DeviceFacts {
  const bus = (0x11 + 0x10 * index).toString(16).toUpperCase().padStart(2, '0');
  return {
    index,
    uuid: `GPU-${uuid(random)}`,
    bus_id: `00000000:${bus}:00.0`,
    name: NAME,
    total_bytes: TOTAL_MIB * MiB,
    floor_bytes: (596 + random.integer(9)) * MiB,
  };
}

function uuid(random: Random): string {
  const part = (digits: number): string =>
    Array.from({ length: digits }, () => random.integer(16).toString(16)).join('');
  return [8, 4, 4, 4, 12].map(part).join('-');
}
