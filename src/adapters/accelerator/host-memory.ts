import { FaultError, fault } from '../../core/fault.ts';
import type { Member } from '../../core/generation.ts';
import type { Accelerator, DeviceHolder, DeviceReading } from '../../ports/accelerator.ts';
import type { Host } from '../../ports/host.ts';

/**
 * Host memory as the one device of a service that computes on the CPU. Everybody shares it, so only members are shown
 * as holders, and what is used is what is not available, whoever uses it.
 */
export class HostMemory implements Accelerator {
  readonly kind = 'host-memory';
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  async read(ours: readonly Member[], objects: readonly string[]): Promise<readonly DeviceReading[]> {
    const memory = await this.#host.memory();
    if (memory === null)
      throw new FaultError(fault('memory-unknown', 'the kernel does not say how much memory is available'));
    return [
      {
        id: 'host',
        name: 'host memory',
        used_bytes: memory.total_bytes - memory.available_bytes,
        free_bytes: memory.available_bytes,
        total_bytes: memory.total_bytes,
        holders: await this.#holders(ours),
        shared: true,
        objects: await this.#objects(ours, objects),
      },
    ];
  }

  async #holders(ours: readonly Member[]): Promise<DeviceHolder[]> {
    const rows = await Promise.all(ours.map((member) => this.#host.process(member.pid)));
    return ours.flatMap((member, i) => {
      const row = rows[i];
      if (row === null || row === undefined || row.start_ticks !== member.start_ticks || row.state === 'Z')
        return [];
      return [
        { pid: row.pid, user: row.user, command: member.command, used_bytes: row.rss_bytes, ours: true },
      ];
    });
  }

  /** Shared memory stays when its process is gone: names seen earlier are looked for, and those that members hold now. */
  async #objects(ours: readonly Member[], earlier: readonly string[]): Promise<string[]> {
    const held = await Promise.all(ours.map((member) => this.#held(member)));
    const names = [...new Set([...earlier, ...held.flat()])].filter(
      (name) => !name.split('/').includes('..'),
    );
    const facts = await Promise.all(names.map((name) => this.#host.file(`/dev/shm/${name}`)));
    return names.filter((_, i) => facts[i] !== null).sort();
  }

  async #held(member: Member): Promise<readonly string[]> {
    const names = await this.#host.sharedMemory(member.pid);
    // Read afterwards: the names are those of this process, and not of another one with its pid.
    return (await this.#host.process(member.pid))?.start_ticks === member.start_ticks ? names : [];
  }
}
