import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { chooseAccelerator } from './adapters/accelerator/choose.ts';
import { RealClock } from './adapters/clock/real.ts';
import { HttpEngine } from './adapters/engine-http/engine.ts';
import { guarded } from './adapters/host/guarded.ts';
import { LocalHost } from './adapters/host/local.ts';
import { toolsOnPath } from './adapters/host/tools-on-path.ts';
import { EVENTS_FILE, FileJournal } from './adapters/journal/file.ts';
import { readJournal } from './adapters/journal/read.ts';
import { FileLock } from './adapters/lock/files.ts';
import { ProcessSupervisor } from './adapters/supervisor/process/supervisor.ts';
import { FILE_COPY, type LogCopy } from './adapters/supervisor/systemd/log-copy.ts';
import { SystemdSupervisor } from './adapters/supervisor/systemd/supervisor.ts';
import type { AuthConfiguration, Configuration } from './core/config/configuration.ts';
import { engineDefinition } from './core/engine/index.ts';
import { FaultError, fault } from './core/fault.ts';
import type { Secret } from './core/secrets.ts';
import type { JournalLine } from './core/sweep/records.ts';
import { atSpeed } from './load/client-watch.ts';
import { createLoadGenerator } from './load/generator.ts';
import { openConnections } from './load/http1/connections.ts';
import { type LoadMeans, REAL_MEANS, threadsTrusting } from './load/means.ts';
import type { Clock } from './ports/clock.ts';
import type { Host } from './ports/host.ts';
import type { Sandbox } from './ports/sandbox.ts';
import type { Supervisor } from './ports/supervisor.ts';
import type { Credentials, Guard, Keeping, Ports } from './run/ports.ts';
import { scrubLogs } from './run/scrub.ts';
import { makeFolder, readDocument, sealRun, writeDocument } from './run/store.ts';
import { openRemote, type Remote, simulationIn } from './sim/remote/remote.ts';
import { slowedConnections } from './sim/remote/slowed-connections.ts';
import { type DeadManWish, deadManFor } from './wire-dead-man.ts';
import { sandbox } from './wire-sandbox.ts';

export interface WireOptions extends Pick<Surroundings, 'dead_man' | 'kept'> {
  readonly tools_from_path: boolean;
}

/** The clock of the simulated host that HOLDPOINT_HOST names; that of the machine without one. Fault: `usage`. */
export function simulatedClock(): Clock {
  return simulation()?.clock ?? new RealClock();
}

/** The host of the servers alone, for commands without a configuration. Fault: `usage`. */
export function localHost(): Host {
  return simulation()?.host ?? new LocalHost();
}

/** The machine on which this process runs. */
export function ownMachine(): Host {
  return new LocalHost();
}

const simulations = new Map<string, Remote>();

/** The simulated host of another process, where HOLDPOINT_HOST names one; this process opens it once. Fault: `usage`. */
function simulation(): Remote | null {
  const dir = simulationIn(process.env);
  if (dir === null) return null;
  const remote = simulations.get(dir) ?? openRemote(dir, new RealClock());
  simulations.set(dir, remote);
  return remote;
}

const TOOLS = ['systemd-run', 'systemctl', 'journalctl', 'nvidia-smi', 'amd-smi', 'rocm-smi'];

/**
 * The only place where ports meet adapters. `tools_from_path`: tools that the configuration does not name are those of
 * PATH; a simulated host has its own. Fault: `configuration` (auth that cannot be read).
 */
export async function wire(
  given: Configuration,
  options: WireOptions = { tools_from_path: false },
): Promise<Ports> {
  const simulated = simulation();
  const named = options.tools_from_path && simulated === null;
  const tools = named ? { ...toolsOnPath(TOOLS, process.env['PATH'] ?? ''), ...given.tools } : given.tools;
  const configuration: Configuration = { ...given, tools };
  const ca_file = configuration.auth?.ca ?? null;
  const ca = ca_file === null ? null : readFileSync(ca_file, 'utf8');
  const own_machine = new LocalHost(ca === null ? {} : { ca });
  const { clock, host }: { clock: Clock; host: Host } = simulated ?? {
    clock: new RealClock(),
    host: own_machine,
  };
  return assemble(configuration, {
    clock,
    host,
    own_machine,
    sandbox: sandbox(),
    environment: process.env,
    log_copy: FILE_COPY,
    load: createLoadGenerator(simulated === null ? trusting(ca) : meansOn(simulated)),
    lock: new FileLock({ host: own_machine, folder: simulated?.lock_folder ?? null }),
    keeping: (boot_id) => fileKeeping(clock, boot_id),
    dead_man: options.dead_man,
    kept: options.kept,
  });
}

/** What differs between a real host and a simulated one; everything else of the ports follows from the configuration. */
export interface Surroundings extends Pick<Ports, 'clock' | 'host' | 'load' | 'lock'> {
  readonly own_machine: Host;
  /** Absent: code that a model wrote runs nowhere. */
  readonly sandbox?: Sandbox;
  /** Of Holdpoint itself, which a service of kind `process` inherits. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log_copy: LogCopy;
  keeping(boot_id: string): Keeping;
  /** Absent: there is nothing that could restore without this process. */
  readonly dead_man?: DeadManWish | undefined;
  /** Secrets that a run has kept: what is not in this environment is taken from there. */
  readonly kept?: readonly Secret[] | undefined;
}

/** The adapters over a host. Fault: `configuration` (auth that cannot be read). */
export async function assemble(
  configuration: Configuration,
  { environment, log_copy, keeping, dead_man, kept = [], ...given }: Surroundings,
): Promise<Ports> {
  const guard: Guard = { check: () => undefined };
  const host = guarded(given.host, () => guard.check());
  const definition = engineDefinition(configuration.engine);
  const credentials = credentialsOf(configuration.auth, kept);
  const { boot_id } = await host.identity();
  const supervisor = supervisorOf(configuration, host, boot_id, log_copy);
  const timer = dead_man && deadManFor(configuration, host, runtimeFolder(), dead_man);
  return {
    ...given,
    host,
    guard,
    ...(timer === undefined ? {} : { dead_man: timer }),
    supervisor,
    accelerator: await chooseAccelerator(configuration, host, environment, supervisor),
    engine: new HttpEngine({
      host,
      definition,
      url: configuration.endpoint.url,
      model: configuration.model,
      headers: () => credentials.headers(),
    }),
    engine_definition: definition,
    credentials,
    ...keeping(boot_id),
  };
}

/** What a run folder tells, for whoever only reads it. Fault: `journal-failed`. */
export async function storedJournal(dir: string): Promise<readonly JournalLine[]> {
  return (await readJournal(path.join(dir, EVENTS_FILE))).lines;
}

/** Runs in folders of their own, with journals that are on disk before anything goes on. */
export function fileKeeping(clock: Clock, boot_id: string): Keeping {
  return {
    makeFolder,
    writeDocument,
    readDocument,
    sealRun,
    scrubLogs,
    readJournal: storedJournal,
    openJournal: async (dir, options) => {
      if (!existsSync(path.join(dir, EVENTS_FILE))) {
        return { journal: await FileJournal.create(dir, { clock, boot_id }), lines: [] };
      }
      const { journal, content } = await FileJournal.open(dir, { clock, boot_id }, options);
      return { journal, lines: content.lines };
    },
  };
}

/** Real connections to a simulated server, timed by its own clock. */
function meansOn({ clock, slowTime }: Remote): LoadMeans {
  return {
    ...REAL_MEANS,
    clock,
    threads: null,
    open: (protocol) => slowedConnections(REAL_MEANS.open(protocol), slowTime()),
    watchClient() {
      const real = REAL_MEANS.watchClient();
      return { read: real.read, stop: () => atSpeed(real.stop(), clock.speed) };
    },
  };
}

/** Load goes to the same server as everything else, so it trusts the same authority. */
function trusting(ca: string | null): LoadMeans {
  return { ...REAL_MEANS, open: (protocol) => openConnections(protocol, ca), threads: threadsTrusting(ca) };
}

function supervisorOf(
  configuration: Configuration,
  host: Host,
  boot_id: string,
  log_copy: LogCopy,
): Supervisor {
  const { service, endpoint, tools } = configuration;
  if (service.kind === 'systemd') {
    const user = service.scope === 'user';
    return new SystemdSupervisor({
      host,
      boot_id,
      unit: service.unit,
      scope: service.scope,
      tools: {
        systemctl: tools['systemctl'] ?? '/usr/bin/systemctl',
        journalctl: tools['journalctl'] ?? '/usr/bin/journalctl',
      },
      home: user ? homedir() : '/root',
      runtime_folder: user ? runtimeFolder() : '/run',
      log_copy,
    });
  }
  return new ProcessSupervisor({
    host,
    boot_id,
    address: endpoint.address,
    adopted: service.kind === 'process-adopted' ? service.adopt : null,
    environment: process.env,
  });
}

function runtimeFolder(): string {
  return process.env['XDG_RUNTIME_DIR'] ?? `/run/user/${process.getuid?.() ?? 0}`;
}

function credentialsOf(auth: AuthConfiguration | null, kept: readonly Secret[]): Credentials {
  const key = keyOf(auth, kept);
  const headers = { ...(key === null ? {} : { authorization: `Bearer ${key.value}` }), ...auth?.headers };
  const named = Object.entries(auth?.headers ?? {}).map(([name, value]) => ({ name, value }));
  const secrets = key === null ? named : [key, ...named];
  return {
    witnessed: false,
    headers() {
      return this.witnessed ? headers : {};
    },
    secrets: () => secrets,
  };
}

/** The key itself, from the environment, the run or a file; null: none, or it stands in `auth.headers`. */
function keyOf(auth: AuthConfiguration | null, kept: readonly Secret[]): Secret | null {
  if (auth?.env != null) {
    const value = process.env[auth.env] || kept.find(({ name }) => name === auth.env)?.value;
    if (value === undefined || value === '')
      throw new FaultError(fault('configuration', `auth.env: the variable ${auth.env} is not set`));
    return { name: auth.env, value };
  }
  if (auth?.file == null) return null;
  try {
    return { name: path.basename(auth.file), value: readFileSync(auth.file, 'utf8').trim() };
  } catch (error) {
    throw new FaultError(
      fault(
        'configuration',
        `auth.file: ${auth.file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      ),
    );
  }
}
