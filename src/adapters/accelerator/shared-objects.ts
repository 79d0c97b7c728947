import type { Member } from '../../core/generation.ts';
import type { SharedObject } from '../../ports/accelerator.ts';
import type { Host } from '../../ports/host.ts';

/** Shared memory stays when its process is gone: names seen earlier are looked for, and those that members hold now. */
export async function sharedObjects(
  host: Host,
  ours: readonly Member[],
  earlier: readonly string[],
): Promise<SharedObject[]> {
  const held = await Promise.all(ours.map((member) => heldBy(host, member)));
  const names = [...new Set([...earlier, ...held.flat()])]
    .filter((name) => !name.split('/').includes('..'))
    .sort();
  const facts = await Promise.all(names.map((name) => host.file(`/dev/shm/${name}`)));
  return names.flatMap((name, i) => {
    const file = facts[i];
    return file == null ? [] : [{ name, bytes: file.allocated_bytes ?? file.size_bytes }];
  });
}

async function heldBy(host: Host, member: Member): Promise<readonly string[]> {
  const names = await host.sharedMemory(member.pid);
  // Read afterwards: the names are those of this process, and not of another one with its pid.
  return (await host.process(member.pid))?.start_ticks === member.start_ticks ? names : [];
}
