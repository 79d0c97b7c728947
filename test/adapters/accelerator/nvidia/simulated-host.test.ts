import { expect, test } from 'vitest';
import { chooseAccelerator } from '../../../../src/adapters/accelerator/choose.ts';
import type { Member } from '../../../../src/core/generation.ts';
import { GiB } from '../../../../src/core/units.ts';
import type { ProcessRow } from '../../../../src/ports/host.ts';
import { book, type Scene, scene, spawn } from '../../../sim/machine.ts';

const service = { kind: 'process-adopted', adopt: { port: 1 } } as const;
const accelerator = { kind: 'auto', devices: null, floor: {} } as const;

async function over(built: Scene) {
  const nvidia = await chooseAccelerator({ accelerator, service, tools: {} }, built.host, {}, {});
  expect(nvidia.kind).toBe('nvidia');
  return (ours: readonly Member[]) => built.clock.run(nvidia.read(ours, []));
}

test('the simulated host is read like a real one: eight devices, and whose memory it is', async () => {
  const built = scene({ devices: 8 });
  const server = spawn(built, { start: (self) => void self.allocate(5, 70 * GiB) });
  const row = (await built.host.process(server.pid)) as ProcessRow;
  const member = { ...row, command: 'server' };
  const read = await over(built);
  const devices = await read([member]);
  const truth = built.machine.devices.read();
  expect(devices.map(({ id }) => id)).toEqual(truth.map(({ uuid }) => uuid));
  expect(devices[5]?.holders).toMatchObject([{ pid: server.pid, ours: true }]);
  for (const [i, device] of devices.entries())
    expect(Math.abs((device.used_bytes ?? 0) - (truth[i]?.used_bytes ?? 0))).toBeLessThanOrEqual(1024 ** 2);
  built.machine.kernel.kill(server.pid, 'KILL');
  expect((await read([member]))[5]?.holders).toEqual([]);
});

test('memory that it does not tell is unknown', async () => {
  const read = await over(scene({ devices: 4, faults: book('not-available') }));
  expect((await read([])).map(({ used_bytes }) => used_bytes === null)).toEqual([false, false, true, false]);
});
