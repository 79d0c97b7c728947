import { type Fault, fault } from '../../../core/fault.ts';
import type { Member } from '../../../core/generation.ts';
import type { Host } from '../../../ports/host.ts';
import type { AppRow, GpuRow } from './parse.ts';
import { visibleDevices } from './visible-devices.ts';

/** null: it cannot be told. */
export type OwnEnvironment = () => Promise<Environment | null>;
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Which devices belong to the service: those that the configuration names; else those that CUDA shows to it; else all.
 * What was seen to belong to it stays, also when nobody runs any more who could say so.
 */
export class Selection {
  readonly #host: Host;
  readonly #named: readonly string[] | null;
  /** undefined: nobody has said so yet; null: everything belongs to it. */
  #shown: ReadonlySet<string> | null | undefined;
  #environment: Environment | null;
  #own: OwnEnvironment | null;
  readonly #seen = new Set<string>();

  /**
   * `environment`: that with which the service will be started, where it is known before anything runs. `own`: asked
   * while nobody runs who could say it.
   */
  constructor(
    host: Host,
    named: readonly string[] | null,
    environment: Environment | null,
    own: OwnEnvironment | null,
  ) {
    this.#host = host;
    this.#named = named;
    this.#environment = environment;
    this.#own = own;
  }

  /** What an earlier life of this run has watched is watched on. */
  remember(uuids: readonly string[]): void {
    if (this.#named !== null || uuids.length === 0) return;
    if (this.#shown !== null) this.#shown = new Set([...(this.#shown ?? []), ...uuids]);
    for (const uuid of uuids) this.#seen.add(uuid);
  }

  /** Fault: `device-missing` for a named device, or one seen earlier, that is not listed now. */
  async of(
    devices: readonly GpuRow[],
    apps: readonly AppRow[],
    ours: readonly Member[],
  ): Promise<readonly GpuRow[] | Fault> {
    if (this.#named === null) await this.#learn(devices, ours);
    const mine = (uuid: string): boolean => this.#belongs(uuid) || this.#isUsedBy(uuid, apps, ours);
    const wanted = this.#named ?? devices.map(({ uuid }) => uuid).filter(mine);
    for (const uuid of wanted) this.#seen.add(uuid);
    const missing = [...this.#seen].find((uuid) => !devices.some((device) => device.uuid === uuid));
    if (missing !== undefined) return missingFault(missing, devices);
    return devices.filter(({ uuid }) => this.#seen.has(uuid));
  }

  /** A setting may show other devices than the last one did: what either of them had is watched. */
  async #learn(devices: readonly GpuRow[], ours: readonly Member[]): Promise<void> {
    const found = await Promise.all(leadersOf(ours).map((leader) => this.#environmentOf(leader)));
    if (this.#environment !== null) found.push(this.#environment);
    for (const environment of found) {
      if (environment !== null) this.#see(visibleDevices(environment, devices));
    }
    this.#environment = null;
    if (this.#shown === undefined && this.#own !== null) await this.#askOwn(this.#own, devices);
  }

  /** Files that nobody may read can still narrow it: what a definition does not say is left open. */
  async #askOwn(own: OwnEnvironment, devices: readonly GpuRow[]): Promise<void> {
    const environment = await own();
    if (environment === null) return;
    this.#own = null;
    const shown = visibleDevices(environment, devices);
    if (shown !== null) this.#see(shown);
  }

  #see(shown: readonly string[] | null): void {
    // until now everything was watched only because nothing was known
    if (this.#shown === undefined) this.#seen.clear();
    if (shown === null || this.#shown === null) this.#shown = null;
    else this.#shown = new Set([...(this.#shown ?? []), ...shown]);
  }

  async #environmentOf(leader: Member): Promise<Environment | null> {
    const environment = await this.#host.environment(leader.pid);
    const still = (await this.#host.process(leader.pid))?.start_ticks === leader.start_ticks;
    return still ? environment : null;
  }

  #belongs(uuid: string): boolean {
    return this.#shown == null || this.#shown.has(uuid);
  }

  #isUsedBy(uuid: string, apps: readonly AppRow[], ours: readonly Member[]): boolean {
    return apps.some((app) => app.uuid === uuid && ours.some(({ pid }) => pid === app.pid));
  }
}

/** Members whose parent is no member: their children may narrow the environment for themselves. */
function leadersOf(ours: readonly Member[]): readonly Member[] {
  const pids = new Set(ours.map(({ pid }) => pid));
  return ours.filter(({ ppid }) => !pids.has(ppid));
}

function missingFault(uuid: string, devices: readonly GpuRow[]): Fault {
  const listed = devices.map((device) => device.uuid);
  const message = `device ${uuid} is not listed by nvidia-smi, which lists ${listed.length} others`;
  return fault('device-missing', message, { data: { device: uuid, listed } });
}
