import { readFileSync } from 'node:fs';
import path from 'node:path';
import { HostMemory } from './adapters/accelerator/host-memory.ts';
import { RealClock } from './adapters/clock/real.ts';
import { HttpEngine } from './adapters/engine-http/engine.ts';
import { LocalHost } from './adapters/host/local.ts';
import { EVENTS_FILE, FileJournal } from './adapters/journal/file.ts';
import { readJournal } from './adapters/journal/read.ts';
import { FileLock } from './adapters/lock/files.ts';
import { ProcessSupervisor } from './adapters/supervisor/process/supervisor.ts';
import type { AuthConfiguration, Configuration } from './core/config/configuration.ts';
import { engineDefinition } from './core/engine/index.ts';
import { FaultError, fault } from './core/fault.ts';
import type { Secret } from './core/secrets.ts';
import { createLoadGenerator } from './load/generator.ts';
import type { Clock } from './ports/clock.ts';
import type { Host } from './ports/host.ts';
import type { Credentials, Ports } from './run/ports.ts';
import { scrubLogs } from './run/scrub.ts';
import { makeFolder, readDocument, sealRun, writeDocument } from './run/store.ts';

/** The real clock and the host alone, for commands without a configuration. */
export function realClock(): Clock {
  return new RealClock();
}

export function localHost(): Host {
  return new LocalHost();
}

/** The only place where ports meet adapters. Fault: `configuration` (auth that cannot be read). */
export async function wire(configuration: Configuration): Promise<Ports> {
  const clock = realClock();
  const ca = configuration.auth?.ca ?? null;
  const host = new LocalHost(ca === null ? {} : { ca: readFileSync(ca, 'utf8') });
  const definition = engineDefinition(configuration.engine);
  const credentials = credentialsOf(configuration.auth);
  const { boot_id } = await host.identity();
  const { service, endpoint } = configuration;
  return {
    clock,
    host,
    supervisor: new ProcessSupervisor({
      host,
      boot_id,
      address: endpoint.address,
      adopted: service.kind === 'process-adopted' ? service.adopt : null,
      environment: process.env,
    }),
    accelerator: new HostMemory(host),
    engine: new HttpEngine({
      host,
      definition,
      url: endpoint.url,
      model: configuration.model,
      headers: () => credentials.headers(),
    }),
    engine_definition: definition,
    load: createLoadGenerator(),
    lock: new FileLock({ host, folder: null }),
    credentials,
    makeFolder,
    writeDocument,
    readDocument,
    sealRun,
    scrubLogs,
    readJournal: async (dir) => (await readJournal(path.join(dir, EVENTS_FILE))).lines,
    openJournal: async (dir) => {
      if ((await host.file(path.join(dir, EVENTS_FILE))) === null) {
        return { journal: await FileJournal.create(dir, { clock, boot_id }), lines: [] };
      }
      const { journal, content } = await FileJournal.open(dir, { clock, boot_id });
      return { journal, lines: content.lines };
    },
  };
}

function credentialsOf(auth: AuthConfiguration | null): Credentials {
  const key = keyOf(auth);
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

/** The key itself, from the environment or from a file; null: none, or it stands in `auth.headers`. */
function keyOf(auth: AuthConfiguration | null): Secret | null {
  if (auth?.env != null) {
    const value = process.env[auth.env];
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
