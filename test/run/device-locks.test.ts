import { expect, test } from 'vitest';
import { FaultError, fault } from '../../src/core/fault.ts';
import { deviceLocks } from '../../src/run/device-locks.ts';
import type { Ports } from '../../src/run/ports.ts';

function ports(kind: 'nvidia' | 'host-memory', read: (ours: readonly unknown[]) => Promise<unknown>): Ports {
  const supervisor = { present: async () => ({ members: [{ pid: 10 }] }) };
  return { supervisor, accelerator: { kind, read } } as unknown as Ports;
}

test('each device that is read for the members of the service, but for those that everybody shares', async () => {
  const seen: unknown[] = [];
  const read = async (ours: readonly unknown[]) => {
    seen.push(...ours);
    return [
      { id: 'GPU-b', shared: false },
      { id: 'GPU-a', shared: false },
      { id: 'GPU-display', shared: true },
    ];
  };
  expect(await deviceLocks(ports('nvidia', read))).toEqual(['device:GPU-b', 'device:GPU-a']);
  expect(seen).toEqual([{ pid: 10 }]);
});

test('host memory is locked by nobody, and is not even read for it', async () => {
  const read = async () => {
    throw new Error('read');
  };
  expect(await deviceLocks(ports('host-memory', read))).toEqual([]);
});

test('what cannot be read is left to the run, and a mistake of ours is none of that', async () => {
  const failing = async () => {
    throw new FaultError(fault('probe-failed', 'no answer'));
  };
  expect(await deviceLocks(ports('nvidia', failing))).toEqual([]);
  const wrong = async () => {
    throw new TypeError('mistake');
  };
  await expect(deviceLocks(ports('nvidia', wrong))).rejects.toThrow(TypeError);
});
