import { type Fault, fault } from '../../core/fault.ts';
import type { Member } from '../../core/generation.ts';
import type { Host } from '../../ports/host.ts';
import type { AppRow } from './holders.ts';

/** What the choice needs to know of a device. */
interface Listed {
  readonly uuid: string;
  /** Where it is one instance of a split device: of which one. */
  readonly instance: { readonly parent: string } | null;
}

/** The devices that a process with this environment sees, by uuid; null: all, or it cannot be said. */
type Visible<Row> = (environment: Environment, devices: readonly Row[]) => readonly string[] | null;

/** null: it cannot be told. */
export type OwnEnvironment = () => Promise<Environment | null>;
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Which devices belong to the service: those that the configuration names; else those that its environment shows to it, which may
 * be none; else all.
 * What was seen to belong to it stays, also when nobody runs any more who could say so.
 */
export class Selection<Row extends Listed> {
  readonly #host: Host;
  readonly #visible: Visible<Row>;
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
    visible: Visible<Row>,
    named: readonly string[] | null,
    environment: Environment | null,
    own: OwnEnvironment | null,
  ) {
    this.#host = host;
    this.#visible = visible;
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
    devices: readonly Row[],
    apps: readonly AppRow[],
    ours: readonly Member[],
  ): Promise<readonly Row[] | Fault> {
    if (this.#named === null) await this.#learn(devices, ours);
    const mine = (uuid: string): boolean => this.#belongs(uuid) || this.#isUsedBy(uuid, apps, ours);
    const wanted =
      this.#named?.flatMap((name) => instancesOr(name, devices)) ??
      devices.map(({ uuid }) => uuid).filter(mine);
    for (const uuid of wanted) this.#seen.add(uuid);
    const missing = [...this.#seen].find((uuid) => !devices.some((device) => device.uuid === uuid));
    if (missing !== undefined) return missingFault(missing, devices);
    return devices.filter(({ uuid }) => this.#seen.has(uuid));
  }

  /** A setting may show other devices than the last one did: what either of them had is watched. */
  async #learn(devices: readonly Row[], ours: readonly Member[]): Promise<void> {
    const found = await Promise.all(leadersOf(ours).map((leader) => this.#environmentOf(leader)));
    if (this.#environment !== null) found.push(this.#environment);
    for (const environment of found) {
      if (environment !== null) this.#see(this.#visible(environment, devices));
    }
    this.#environment = null;
    if (this.#shown === undefined && this.#own !== null) await this.#askOwn(this.#own, devices);
  }

  /** Files that nobody may read can still narrow it: what a definition does not say is left open. */
  async #askOwn(own: OwnEnvironment, devices: readonly Row[]): Promise<void> {
    const environment = await own();
    if (environment === null) return;
    this.#own = null;
    const shown = this.#visible(environment, devices);
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

/** A split device that is named means all of its instances. */
function instancesOr(name: string, devices: readonly Listed[]): readonly string[] {
  const own = devices.filter(({ instance }) => instance?.parent === name).map(({ uuid }) => uuid);
  return own.length === 0 ? [name] : own;
}

function missingFault(uuid: string, devices: readonly Listed[]): Fault {
  const listed = devices.map((device) => device.uuid);
  const message = `device ${uuid} is not listed by the driver, which lists ${listed.length === 0 ? 'none' : listed.join(', ')}`;
  return fault('device-missing', message, { data: { device: uuid, listed } });
}
