import { FaultError, fault } from '../../../core/fault.ts';
import type { Member } from '../../../core/generation.ts';
import type {
  Accelerator,
  AcceleratorIdentity,
  DeviceHolder,
  DeviceReading,
} from '../../../ports/accelerator.ts';
import type { Host, RunResult } from '../../../ports/host.ts';
import { numberIn } from '../cell.ts';
import { type AppRow, holdersOf } from '../holders.ts';
import { HostMemory, withHostMemory } from '../host-memory.ts';
import { type OwnEnvironment, Selection } from '../selection.ts';
import { sharedObjects } from '../shared-objects.ts';
import { ToolProbe } from '../tool-probe.ts';
import { failureOf, garbageFault, isLost, isNotSupported, isUnknownField, lostFault } from './failure.ts';
import { parseDetails } from './mig/details.ts';
import { instancesOf, type Unsplit } from './mig/instances.ts';
import { parseList } from './mig/list.ts';
import { type GpuRow, parseApps, parseGpus, parseIdentities, type Rows } from './parse.ts';
import { APPS_QUERY, DETAILS_QUERY, gpuFields, gpuQuery, IDENTITY_QUERY, LIST_QUERY } from './query.ts';
import { isUnified } from './unified.ts';
import { visibleDevices } from './visible-devices.ts';

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

/**
 * The devices of one service through `nvidia-smi`: one call for all devices, one for all processes, two more where one
 * is split. Utilisation is never asked: an idle device may be full. Faults: also `permission`.
 */
export class Nvidia implements Accelerator {
  readonly kind = 'nvidia';
  readonly #host: Host;
  readonly #memory: HostMemory;
  readonly #probe: ToolProbe;
  readonly #selection: Selection<GpuRow>;
  readonly #floored: ReadonlySet<string>;
  #knows_optional = true;

  constructor({ host, tool, devices, floored, environment, own }: NvidiaOptions) {
    this.#host = host;
    this.#memory = new HostMemory(host);
    this.#probe = new ToolProbe(host, tool);
    this.#selection = new Selection(host, visibleDevices, devices, environment, own ?? null);
    this.#floored = new Set(floored);
  }

  async read(ours: readonly Member[], objects: readonly string[]): Promise<readonly DeviceReading[]> {
    const listed = await this.#devices();
    const { devices: all, apps } = await this.#unsplit(listed, await this.#apps(listed));
    const devices = await this.#selection.of(all, apps, ours);
    if ('name' in devices) throw new FaultError(devices);
    // CUDA shows it none: it computes on the CPU
    if (devices.length === 0) return this.#memory.read(ours, objects);
    const holders = await holdersOf(apps, ours, this.#host);
    const left = await sharedObjects(this.#host, ours, objects);
    const readings = devices.map((device, i): DeviceReading => {
      const reading = this.#readingOf(device, holders.get(device.uuid) ?? []);
      return i === 0 ? { ...reading, objects: left } : reading;
    });
    if (!readings.some(({ unified }) => unified)) return readings;
    return withHostMemory(readings, await this.#memory.read(ours, []));
  }

  remember(ids: readonly string[]): void {
    this.#selection.remember(ids);
  }

  async identity(): Promise<AcceleratorIdentity> {
    const rows = await read(await this.#probe.ask(IDENTITY_QUERY), parseIdentities);
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
    if (isLost(run)) throw new FaultError(lostFault(run));
    const rows = await read(run, (text) => parseGpus(text, fields));
    if (rows.length > 0) return rows;
    throw new FaultError(fault('device-missing', 'nvidia-smi lists no device', { data: { device: null } }));
  }

  /** Integrated chips may not tell their processes; the members are then known by the process table alone. */
  async #apps(devices: readonly GpuRow[]): Promise<readonly AppRow[]> {
    const run = await this.#probe.ask(APPS_QUERY);
    return isNotSupported(run) && devices.every(isUnified) ? [] : read(run, parseApps);
  }

  async #unsplit(devices: readonly GpuRow[], apps: readonly AppRow[]): Promise<Unsplit> {
    if (!devices.some(({ split }) => split)) return { devices, apps };
    const listed = await read(await this.#probe.ask(LIST_QUERY), parseList);
    const details = await read(await this.#probe.ask(DETAILS_QUERY), parseDetails);
    const whole = instancesOf({ devices, apps }, listed, details);
    if ('devices' in whole) return whole;
    const message = `device ${whole.unlisted} is split (MIG), and nvidia-smi does not tell its instances alike twice`;
    throw new FaultError(fault('probe-failed', message, { data: { device: whole.unlisted } }));
  }

  #readingOf(device: GpuRow, holders: readonly DeviceHolder[]): DeviceReading {
    const unified = isUnified(device);
    const display = device.display && !unified && !this.#floored.has(device.uuid);
    return {
      id: device.uuid,
      name: device.name,
      used_bytes: numberIn(device.used),
      free_bytes: numberIn(device.free),
      total_bytes: numberIn(device.total),
      holders,
      shared: display || unified,
      ...(display ? { display } : {}),
      ...(unified ? { unified } : {}),
      objects: [],
    };
  }
}

async function read<T>(run: RunResult, parse: (text: string) => Rows<T>): Promise<readonly T[]> {
  const failure = failureOf(run);
  if (failure !== null) throw new FaultError(failure);
  const parsed = parse(run.stdout);
  if ('garbage' in parsed) throw new FaultError(garbageFault(run, parsed.garbage));
  return parsed.rows;
}
