import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { HostMemory } from '../../../src/adapters/accelerator/host-memory.ts';
import { LocalHost } from '../../../src/adapters/host/local.ts';
import type { Host, ProcessRow } from '../../../src/ports/host.ts';
import { type AcceleratorSubject, contractOfAccelerator } from '../../contract/accelerator.ts';
import { kill } from '../support/programs.ts';

let made = 0;

contractOfAccelerator('host memory', async (): Promise<AcceleratorSubject> => {
  const host = new LocalHost();
  const object = `holdpoint-test-${process.pid}-${made++}`;
  const child = spawn('/bin/sh', ['-c', `exec 4>/dev/shm/${object}; echo up; read -r x`], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const { pid, start_ticks, ppid, state, user } = (await host.process(child.pid as number)) as ProcessRow;
  return {
    accelerator: new HostMemory(host),
    holder: { pid, start_ticks, ppid, state, user, command: 'a server' },
    object,
    endHolder: () => kill(child),
    removeObject: () => rm(`/dev/shm/${object}`),
    async dispose() {
      await kill(child);
      await rm(`/dev/shm/${object}`, { force: true });
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
