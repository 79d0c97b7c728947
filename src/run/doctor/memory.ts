import { describeBytes } from '../../core/change/describe.ts';
import { type Check, failed, ok, type Patient } from './check.ts';

const NAME = 'memory';

/** Can the memory of every device be read? What cannot be read is never taken as free. */
export async function memory({ ports, present }: Patient): Promise<Check> {
  const devices = await ports.accelerator.read(present.members, []);
  const unreadable = devices.filter((device) => device.free_bytes === null || device.total_bytes === null);
  if (devices.length === 0 || unreadable.length > 0) {
    const names = unreadable.map((device) => device.id).join(', ') || 'no device';
    return failed(NAME, `not readable: ${names}`, 'without a reading `released` can never pass');
  }
  return ok(
    NAME,
    devices
      .map(({ name, free_bytes, total_bytes, unified }) => {
        const shared = unified === true ? ', which it shares with the host' : '';
        return `${name}: ${describeBytes(free_bytes)} free of ${describeBytes(total_bytes)}${shared}`;
      })
      .join('; '),
  );
}
