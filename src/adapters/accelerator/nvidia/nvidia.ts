import { FaultError, fault } from '../../../core/fault.ts';
import type { Member } from '../../../core/generation.ts';
import type {
  Accelerator,
  AcceleratorIdentity,
  DeviceHolder,
  DeviceReading,
} from '../../../ports/accelerator.ts';
import type { Host, RunResult } from '../../../ports/host.ts';
import { sharedObjects } from '../shared-objects.ts';
import { numberIn } from './cell.ts';
import { failureOf, garbageFault, isUnknownField } from './failure.ts';
import { holdersOf } from './holders.ts';
import { type AppRow, type GpuRow, parseApps, parseGpus, parseIdentities } from './parse.ts';
import { SmiProbe } from './probe.ts';
import { APPS_QUERY, gpuFields, gpuQuery, IDENTITY_QUERY } from './query.ts';
import { type OwnEnvironment, Selection } from './selection.ts';

export interface NvidiaOptions {
  readonly host: Host;
  /** Absolute path of `nvidia-smi`. */
  readonly tool: string;
  /** Devices that the configuration names; null: those that the service sees. */
  readonly devices: readonly string[] | null;
  /** Devices for which a floor was given: they have one, whatever draws on them. */
  readonly floored: readonly string[];
  /** With which the service is started; null: it is read from the running one. */
  readonly environment: Readonly<Record<string, string | undefined>> | null;
  /** Asked while nothing runs. Absent: there is nobody to ask. */
  readonly own?: OwnEnvironment;
}

/** Chips without memory of their own: `memory.*` is not available, and the host's memory is theirs. */
const INTEGRATED = /\b(GB10|Thor|Orin|Xavier|Tegra|Jetson|nvgpu)\b/i;

/**
 * The devices of one service through `nvidia-smi`: one call for all devices, one for all processes. Utilisation is
 * never asked: an idle device may be full. Faults: also `permission`.
 */
export class Nvidia implements Accelerator {
  readonly kind = 'nvidia';
  readonly #host: Host;
  readonly #probe: SmiProbe;
  readonly #selection: Selection;
  readonly #floored: ReadonlySet<string>;
  #knows_optional = true;

  constructor({ host, tool, devices, floored, environment, own }: NvidiaOptions) {
    this.#host = host;
    this.#probe = new SmiProbe(host, tool);
    this.#selection = new Selection(host, devices, environment, own ?? null);
    this.#floored = new Set(floored);
  }

  async read(ours: readonly Member[], objects: readonly string[]): Promise<readonly DeviceReading[]> {
    const all = await this.#devices();
    const apps = await this.#apps();
    const devices = await this.#selection.of(all, apps, ours);
    if ('name' in devices) throw new FaultError(devices);
    const split = devices.find((device) => device.split);
    if (split !== undefined) throw splitFault(split);
    const holders = await holdersOf(apps, ours, this.#host);
    const left = await sharedObjects(this.#host, ours, objects);
    const unified = isUnified(all);
    const readings = devices.map((device, i): DeviceReading => {
      const reading = this.#readingOf(device, holders.get(device.uuid) ?? []);
      return i === 0 ? { ...reading, objects: left } : reading;
    });
    return unified ? await this.#withHostMemory(readings) : readings;
  }

  remember(ids: readonly string[]): void {
    this.#selection.remember(ids);
  }

  async identity(): Promise<AcceleratorIdentity> {
    const { rows } = await read(await this.#probe.ask(IDENTITY_QUERY), parseIdentities);
    const drivers = [...new Set(rows.map(({ driver }) => driver))];
    return { driver: drivers.join(', '), devices: rows.map(({ uuid }) => uuid).sort() };
  }

  async #devices(): Promise<readonly GpuRow[]> {
    const fields = gpuFields(this.#knows_optional);
    const run = await this.#probe.ask(gpuQuery(fields));
    if (this.#knows_optional && isUnknownField(run)) {
      this.#knows_optional = false;
      return this.#devices();
    }
    const { rows } = await read(run, (text) => parseGpus(text, fields));
    if (rows.length > 0) return rows;
    throw new FaultError(fault('device-missing', 'nvidia-smi lists no device', { data: { device: null } }));
  }

  async #apps(): Promise<readonly AppRow[]> {
    return (await read(await this.#probe.ask(APPS_QUERY), parseApps)).rows;
  }

  #readingOf(device: GpuRow, holders: readonly DeviceHolder[]): DeviceReading {
    const display = device.display && !this.#floored.has(device.uuid);
    return {
      id: device.uuid,
      name: device.name,
      used_bytes: numberIn(device.used),
      free_bytes: numberIn(device.free),
      total_bytes: numberIn(device.total),
      holders,
      shared: display,
      ...(display ? { display } : {}),
      objects: [],
    };
  }

  /** Unified memory: what is left is what the kernel could give; page cache counts as free. */
  async #withHostMemory(readings: readonly DeviceReading[]): Promise<readonly DeviceReading[]> {
    const memory = await this.#host.memory();
    if (memory === null)
      throw new FaultError(fault('memory-unknown', 'the kernel does not say how much memory is available'));
    const { total_bytes, available_bytes } = memory;
    return readings.map(({ id, name, holders, objects }) => ({
      id,
      name,
      used_bytes: total_bytes - available_bytes,
      free_bytes: available_bytes,
      total_bytes,
      holders,
      shared: true,
      objects,
    }));
  }
}

function isUnified(devices: readonly GpuRow[]): boolean {
  return devices.every(({ total, name }) => typeof total !== 'number' && INTEGRATED.test(name));
}

async function read<T>(
  run: RunResult,
  parse: (text: string) => { readonly rows: readonly T[] } | { readonly garbage: string },
): Promise<{ readonly rows: readonly T[] }> {
  const failure = failureOf(run);
  if (failure !== null) throw new FaultError(failure);
  const parsed = parse(run.stdout);
  if ('garbage' in parsed) throw new FaultError(garbageFault(run, parsed.garbage));
  return parsed;
}

function splitFault({ uuid, name }: GpuRow): FaultError {
  const message = `device ${uuid} (${name}) is split into instances (MIG), whose memory is not read in this version`;
  return new FaultError(fault('memory-unknown', message, { data: { device: uuid } }));
}
