import type { Milliseconds } from '../../core/units.ts';
import type { Random } from '../machine.ts';

/** From the kernel's first moment to the service manager's. */
export const BOOT_MS: Milliseconds = 25_000;

/** A boot id in the form of /proc/sys/kernel/random/boot_id (RFC 9562 version 4). */
export function newBootId(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.integer(16).toString(16));
  digits[12] = '4';
  digits[16] = (8 + random.integer(4)).toString(16);
  const text = digits.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  );
}
