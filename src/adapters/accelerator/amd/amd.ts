import { FaultError, fault } from '../../../core/fault.ts';
import type { Member } from '../../../core/generation.ts';
import { KiB } from '../../../core/units.ts';
import type { Accelerator, AcceleratorIdentity, DeviceReading } from '../../../ports/accelerator.ts';
import type { Host } from '../../../ports/host.ts';
import { numberIn } from '../cell.ts';
import { holdersOf } from '../holders.ts';
import { HostMemory, withHostMemory } from '../host-memory.ts';
import { type OwnEnvironment, Selection } from '../selection.ts';
import { sharedObjects } from '../shared-objects.ts';
import { ToolProbe } from '../tool-probe.ts';
import { amdSmi } from './amd-smi.ts';
import { displaysOf } from './displays.ts';
import { kernelFiles } from './kernel-files.ts';
import { processesOn } from './processes.ts';
import { rocmSmi } from './rocm-smi.ts';
import { type AmdRow, type AmdSource, type AmdTable, isUnified } from './row.ts';
import { topologyOf } from './topology.ts';
import { type Counted, visibleDevices } from './visible-devices.ts';

export interface AmdOptions {
  readonly host: Host;
  /** Absolute paths; null: it is not installed. */
  readonly tools: { readonly amd_smi: string | null; readonly rocm_smi: string | null };
  /** PCI addresses that the configuration names; null: those that the service sees. */
  readonly devices: readonly string[] | null;
  /** Devices for which a floor was given: they have one, whatever draws on them. */
  readonly floored: readonly string[];
  /** With which the service is started; null: it is read from the running one. */
  readonly environment: Readonly<Record<string, string | undefined>> | null;
  /** Asked while nothing runs. Absent: there is nobody to ask. */
  readonly own?: OwnEnvironment;
}

interface Device extends AmdRow, Counted {
  readonly instance: null;
}

/** What no other source would tell better: a driver in which calls hang, and memory that none tells apart. */
const FINAL: ReadonlySet<string> = new Set(['probe-hung', 'memory-unknown']);

const VERSIONS = ['/sys/module/amdgpu/version', '/sys/module/amdgpu/srcversion'];

/** The devices of one service through `amd-smi`, else `rocm-smi`, else the kernel's files: the first one that answers. */
export class Amd implements Accelerator {
  readonly kind = 'amd';
  readonly #host: Host;
  readonly #memory: HostMemory;
  readonly #sources: readonly AmdSource[];
  readonly #selection: Selection<Device>;
  readonly #floored: ReadonlySet<string>;
  /** The one that has answered: figures of another one would not compare to the byte. */
  #source: AmdSource | null = null;

  constructor({ host, tools, devices, floored, environment, own }: AmdOptions) {
    this.#host = host;
    this.#memory = new HostMemory(host);
    const { amd_smi, rocm_smi } = tools;
    this.#sources = [
      ...(amd_smi === null ? [] : [amdSmi(new ToolProbe(host, amd_smi))]),
      ...(rocm_smi === null ? [] : [rocmSmi(new ToolProbe(host, rocm_smi))]),
      kernelFiles(host),
    ];
    this.#selection = new Selection<Device>(host, visibleDevices, devices, environment, own ?? null);
    this.#floored = new Set(floored);
  }

  async read(ours: readonly Member[], objects: readonly string[]): Promise<readonly DeviceReading[]> {
    const table = await this.#table();
    const nodes = await topologyOf(this.#host);
    const apps = await processesOn(this.#host, table.devices, nodes, table.processes);
    const all = table.devices.map((row): Device => {
      const node = nodes.find(({ bus_id }) => bus_id === row.bus_id);
      const counted = { node: node?.node ?? null, unique_id: node?.unique_id ?? null };
      return { ...row, uuid: row.bus_id, ...counted, instance: null };
    });
    const devices = await this.#selection.of(all, apps, ours);
    if ('name' in devices) throw new FaultError(devices);
    // it is shown none: it computes on the CPU
    if (devices.length === 0) return this.#memory.read(ours, objects);
    const holders = await holdersOf(apps, ours, this.#host);
    const left = await sharedObjects(this.#host, ours, objects);
    const drawn = await displaysOf(this.#host);
    const names = await Promise.all(devices.map((device) => this.#nameOf(device)));
    const readings = devices.map((device, i): DeviceReading => {
      const total_bytes = numberIn(device.total);
      const used_bytes = numberIn(device.used);
      const unified = isUnified(device);
      const display = !unified && drawn.has(device.uuid) && !this.#floored.has(device.uuid);
      return {
        id: device.uuid,
        name: names[i] ?? device.uuid,
        used_bytes,
        free_bytes:
          total_bytes === null || used_bytes === null ? null : Math.max(0, total_bytes - used_bytes),
        total_bytes,
        holders: holders.get(device.uuid) ?? [],
        shared: unified || display,
        ...(display ? { display } : {}),
        ...(unified ? { unified } : {}),
        objects: i === 0 ? left : [],
      };
    });
    if (!readings.some(({ unified }) => unified)) return readings;
    return withHostMemory(readings, await this.#memory.read(ours, []));
  }

  remember(ids: readonly string[]): void {
    this.#selection.remember(ids);
  }

  async identity(): Promise<AcceleratorIdentity> {
    const { devices } = await this.#table();
    const versions = await Promise.all(VERSIONS.map((file) => this.#host.readText(file, KiB)));
    const driver = versions.find((text) => text !== null)?.trim() ?? null;
    return { driver, devices: devices.map(({ bus_id }) => bus_id).sort() };
  }

  async #table(): Promise<AmdTable> {
    if (this.#source !== null) return whole(await this.#source.read());
    let first: FaultError | null = null;
    for (const source of this.#sources) {
      try {
        const table = whole(await source.read());
        this.#source = source;
        return table;
      } catch (error) {
        if (!(error instanceof FaultError) || FINAL.has(error.fault.name)) throw error;
        first ??= error;
      }
    }
    throw first ?? noDevice();
  }

  async #nameOf({ bus_id }: Device): Promise<string> {
    const name = await this.#host.readText(`/sys/bus/pci/devices/${bus_id}/product_name`, KiB);
    return name?.trim() || `AMD device ${bus_id}`;
  }
}

/** Faults: `device-missing` (none at all), `memory-unknown` (several at one address). */
function whole(table: AmdTable): AmdTable {
  const { devices } = table;
  if (devices.length === 0) throw noDevice();
  const twice = devices.find(({ bus_id }, at) => devices.findIndex((row) => row.bus_id === bus_id) !== at);
  if (twice === undefined) return table;
  const message = `device ${twice.bus_id} is split into partitions, whose memory is not told apart in this version`;
  throw new FaultError(fault('memory-unknown', message, { data: { device: twice.bus_id } }));
}

function noDevice(): FaultError {
  const message = 'the driver of AMD devices lists none';
  return new FaultError(fault('device-missing', message, { data: { device: null } }));
}
