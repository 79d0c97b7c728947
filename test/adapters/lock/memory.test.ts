import { expect, test } from 'vitest';
import { MemoryLock } from '../../../src/adapters/lock/memory.ts';
import { contractOfLock } from '../../contract/lock.ts';

const HOLDER = {
  pid: process.pid,
  start_ticks: 0,
  boot_id: '0b1f8a52-7a3c-4c66-9d1c-2f1f0f0f0f0f',
  uid: process.getuid?.() ?? 0,
};

contractOfLock(
  'locks within a process',
  async () => {
    const lock = new MemoryLock(HOLDER);
    return {
      lock,
      other: lock,
      takenByTheDead: () => Promise.reject(new Error('no other process knows of it')),
      async dispose() {},
    };
  },
  { 'the dead hold nothing': 'it ends with its only process' },
);

test('of two that ask at once, one is refused', async () => {
  const lock = new MemoryLock(HOLDER);
  const asked = await Promise.allSettled([lock.acquire(['a', 'b'], 'one'), lock.acquire(['b', 'c'], 'two')]);
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await lock.holder('c')).toBeNull();
});
