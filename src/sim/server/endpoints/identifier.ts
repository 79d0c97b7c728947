import type { Random } from '../../machine.ts';

/** A request's identity: 32 hexadecimal digits. */
export function identifier(random: Random): string {
  return Array.from({ length: 4 }, () =>
    random
      .integer(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
}
