import { describe, expect, test } from 'vitest';
import { GiB, MiB } from '../../src/core/units.ts';
import type { DeviceReading } from '../../src/ports/accelerator.ts';
import { lookAtMemory, type Remembered } from '../../src/run/look-released.ts';
import { mark } from '../../src/run/mark.ts';
import type { Ports } from '../../src/run/ports.ts';
import type { Token } from '../../src/run/token.ts';

const NEW: Remembered = { good: 0, trend: null };
const member = { pid: 5, start_ticks: 1, ppid: 1, state: 'S', user: 'u', command: 'server' };
const generation = { kind: 'process', id: '', pid: 5, start_ticks: 1, boot_id: 'b' } as const;

function device(id: string, used_bytes: number | null, more: Partial<DeviceReading> = {}): DeviceReading {
  const total_bytes = 96 * GiB;
  return {
    id,
    name: 'gpu',
    used_bytes,
    free_bytes: 1,
    total_bytes,
    holders: [],
    shared: false,
    objects: [],
    ...more,
  };
}

function portsWith(read: () => readonly DeviceReading[], running = false): Ports {
  return {
    clock: { now: () => 0, wall: () => 0 },
    accelerator: { kind: 'nvidia', read: async () => read() },
    host: {
      port: async (_a: string, port: number) => ({ port, listeners: [], bind: 'free', bind_error: null }),
    },
    supervisor: {
      present: async () => ({ generation: running ? generation : null, members: running ? [member] : [] }),
    },
    engine_definition: { name: 'openai' },
  } as unknown as Ports;
}

const endpoint = { url: 'http://127.0.0.1:1', protocol: 'http:', address: '127.0.0.1', port: 1 } as const;

const token = (floor: Token['floor']): Token => ({
  v: 1,
  service: { kind: 'process-adopted', adopt: { port: 1 } },
  endpoint,
  engine: 'openai',
  devices: null,
  generation: null,
  members: [],
  objects: [],
  floor,
  at: '',
});

async function looks(times: number, read: () => readonly DeviceReading[], floor: Token['floor']) {
  const ports = portsWith(read);
  let remembered = NEW;
  const seen: boolean[] = [];
  for (let n = 0; n < times; n += 1) {
    const look = await lookAtMemory(ports, token(floor), null, remembered);
    remembered = look.remembered;
    seen.push('passed' in look);
  }
  return seen;
}

describe('wait released', () => {
  test('passes at the third good look in a row, on every device', async () => {
    const used = [300, 300, 9_000, 300, 300, 300];
    const read = () => [device('a', 300 * MiB), device('b', (used.shift() ?? 0) * MiB)];
    const passed = await looks(6, read, { a: 300 * MiB, b: 300 * MiB });
    expect(passed).toEqual([false, false, false, false, false, true]);
  });

  test('each device has its own floor', async () => {
    const floor = { a: 20 * GiB, b: 300 * MiB };
    expect(await looks(3, () => [device('a', 20 * GiB), device('b', 300 * MiB)], floor)).toContain(true);
    expect(await looks(3, () => [device('a', 300 * MiB), device('b', 20 * GiB)], floor)).not.toContain(true);
  });

  test('an unreadable device never passes', async () => {
    expect(await looks(4, () => [device('a', null)], { a: 0 })).not.toContain(true);
  });

  test('a device without a floor is memory-unknown, one that is gone is missing', async () => {
    await expect(looks(1, () => [device('a', 0), device('b', 0)], { a: 0 })).rejects.toMatchObject({
      fault: { name: 'memory-unknown', data: { device: 'b' } },
    });
    await expect(looks(1, () => [device('a', 0)], { a: 0, b: 0 })).rejects.toMatchObject({
      fault: { name: 'device-missing', data: { device: 'b' } },
    });
  });

  test('shared memory has no floor and needs one look', async () => {
    expect(await looks(1, () => [device('host', 90 * GiB, { shared: true })], {})).toEqual([true]);
  });
});

describe('wait released says whose memory it is', () => {
  test('a device without memory of its own', async () => {
    const read = () => [device('a', GiB, { shared: true, unified: true, free_bytes: 90 * GiB })];
    const look = await lookAtMemory(portsWith(read), token({}), null, NEW);
    expect('passed' in look && look.passed[0]?.text).toBe(
      'a: 90.0 GiB free in the memory that it shares with the host, no earlier start tells how much is needed',
    );
  });
});

describe('mark', () => {
  const target = {
    service: { kind: 'systemd', unit: 'a.service', scope: 'system' },
    endpoint,
    accelerator: { kind: 'nvidia', devices: ['a', 'b'], floor: {} },
  } as const;
  const holder = { pid: 5, user: 'u', command: 'server', used_bytes: 69 * GiB, ours: true };

  test('carries the floor of each device; where the present does not tell one, there is none', async () => {
    const read = () => [
      device('a', 70 * GiB, { holders: [holder] }),
      device('b', 70 * GiB, { holders: [holder, { ...holder, pid: 9, ours: false, used_bytes: MiB }] }),
    ];
    expect((await mark(portsWith(read, true), target, {})).floor).toEqual({ a: GiB });
    expect((await mark(portsWith(read, true), target, { b: 3 * GiB })).floor).toEqual({
      a: GiB,
      b: 3 * GiB,
    });
    expect((await mark(portsWith(read, true), target, 2 * GiB)).floor).toEqual({ a: 2 * GiB, b: 2 * GiB });
  });

  test.each([
    [
      [device('0000:03:00.0', 0), device('0000:c1:00.0', 0)],
      ['0000:03:00.0', '0000:c1:00.0'],
    ],
    // the memory of the host has no name to be found again by: that of the target stays
    [[device('host', GiB, { shared: true })], ['a', 'b']],
  ])('carries the devices by name', async (devices, expected) => {
    expect(
      (
        await mark(
          portsWith(() => devices),
          target,
          {},
        )
      ).devices,
    ).toEqual(expected);
  });
});
