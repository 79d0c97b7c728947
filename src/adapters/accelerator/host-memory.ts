import { FaultError, fault } from '../../core/fault.ts';
import type { Member } from '../../core/generation.ts';
import {
  type Accelerator,
  type AcceleratorIdentity,
  type DeviceHolder,
  type DeviceReading,
  HOST_DEVICE,
} from '../../ports/accelerator.ts';
import type { Host } from '../../ports/host.ts';
import { sharedObjects } from './shared-objects.ts';

const DRIVERS = ['/proc/driver/nvidia/version', '/sys/module/amdgpu/version'];
const DEVICES = '/proc/driver/nvidia/gpus';
const LONGEST_VERSION = 4_096;

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
        id: HOST_DEVICE,
        name: 'host memory',
        used_bytes: memory.total_bytes - memory.available_bytes,
        free_bytes: memory.available_bytes,
        total_bytes: memory.total_bytes,
        holders: await this.#holders(ours),
        shared: true,
        objects: await sharedObjects(this.#host, ours, objects),
      },
    ];
  }

  /** A server may compute on devices all the same; its driver and their addresses are told by the kernel. */
  async identity(): Promise<AcceleratorIdentity> {
    const versions = await Promise.all(DRIVERS.map((file) => this.#host.readText(file, LONGEST_VERSION)));
    const driver = versions.filter((text) => text !== null).join('\n');
    return { driver: driver === '' ? null : driver, devices: (await this.#host.list(DEVICES)) ?? [] };
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
}

/**
 * Unified memory: what is left for such a device is what the kernel could give (page cache counts as free), and besides
 * whoever its driver lists, each living member of the service holds it.
 */
export function withHostMemory(
  readings: readonly DeviceReading[],
  [host]: readonly DeviceReading[],
): readonly DeviceReading[] {
  if (host === undefined) return readings;
  const { used_bytes, free_bytes, total_bytes } = host;
  return readings.map((reading) => {
    if (reading.unified !== true) return reading;
    const more = host.holders.filter(({ pid }) => !reading.holders.some((holder) => holder.pid === pid));
    return { ...reading, used_bytes, free_bytes, total_bytes, holders: [...reading.holders, ...more] };
  });
}
