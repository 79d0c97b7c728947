import { expect, test } from 'vitest';
import { HostMemory } from '../../../src/adapters/accelerator/host-memory.ts';
import { LocalHost } from '../../../src/adapters/host/local.ts';
import type { Host } from '../../../src/ports/host.ts';
import { type AcceleratorSubject, contractOfAccelerator } from '../../contract/accelerator.ts';
import { startSharing } from '../support/sharing-process.ts';

contractOfAccelerator('host memory', async (): Promise<AcceleratorSubject> => {
  const host = new LocalHost();
  const { member, object, end, remove } = await startSharing(host);
  return {
    accelerator: new HostMemory(host),
    holder: member,
    object,
    endHolder: end,
    removeObject: remove,
    async dispose() {
      await end();
      await remove();
    },
  };
});

test('it is one shared device, used up to what is not available', async () => {
  const [device] = await new HostMemory({
    memory: async () => ({ total_bytes: 100, available_bytes: 40 }),
  } as Host).read([], []);
  expect(device).toEqual({
    id: 'host',
    name: 'host memory',
    used_bytes: 60,
    free_bytes: 40,
    total_bytes: 100,
    holders: [],
    shared: true,
    objects: [],
  });
});

test('memory that cannot be read is unknown, and that is a fault', async () => {
  const read = new HostMemory({ memory: async () => null } as Host).read([], []);
  await expect(read).rejects.toMatchObject({ fault: { name: 'memory-unknown' } });
});

test('a name never leads out of the folder', async () => {
  const asked: string[] = [];
  const host = {
    memory: async () => ({ total_bytes: 2, available_bytes: 1 }),
    file: async (path: string) => {
      asked.push(path);
      return null;
    },
  } as unknown as Host;
  await new HostMemory(host).read([], ['../../etc/passwd', 'a/../../b', 'plain']);
  expect(asked).toEqual(['/dev/shm/plain']);
});
