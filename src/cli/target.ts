import type { Configuration, Endpoint } from '../core/config/configuration.ts';
import { suggest } from '../core/config/did-you-mean.ts';
import { readEndpoint } from '../core/config/endpoint.ts';
import type { EngineName } from '../core/engine/definition.ts';
import { ENGINE_NAMES, engineDefinition } from '../core/engine/index.ts';
import { FaultError, fault } from '../core/fault.ts';
import { HOUR, MINUTE, SECOND } from '../core/units.ts';
import type { Host } from '../ports/host.ts';
import { guessEngine, portIn } from '../run/init-guess.ts';
import type { Token } from '../run/token.ts';
import { loadConfiguration } from './configuration.ts';
import type { Context } from './context.ts';
import type { Options } from './options.ts';
import { optionValue } from './quantities.ts';

/** Which server `mark` and `wait` look at: named by the file, by pid, by port, or by the token. Fault: `usage`. */
export async function targetOf(
  context: Context,
  options: Options,
  since: Token | null,
): Promise<Configuration> {
  for (const name of ['unit', 'devices'] as const) {
    if (options[name] !== undefined)
      throw usage(`--${name} is not supported in this version`, 'name the server with --port, --pid or -f');
  }
  const named = [options.file, options.pid, options.port, options.endpoint].filter(
    (value) => value !== undefined,
  ).length;
  if (options.file !== undefined) return loadConfiguration(context, options);
  if (since !== null && named === 0)
    return bare({ port: since.port }, endpointAt(since.address, since.port), since.engine);
  if (named === 0) return loadConfiguration(context, options);
  const host = await context.services.host();
  const argv = await argvOf(host, options);
  const given =
    options.endpoint === undefined ? null : optionValue('endpoint', readEndpoint(options.endpoint));
  const port = given?.port ?? options.port ?? portIn(argv) ?? since?.port;
  if (port === undefined)
    throw usage('the port of the server is not known', 'give --endpoint URL or --port N');
  const endpoint = given ?? endpointAt('127.0.0.1', port);
  const adopt = options.pid === undefined ? { port } : { pid: options.pid };
  return bare(
    adopt,
    endpoint,
    engineFrom(options) ?? since?.engine ?? (await guessEngine(host, argv, endpoint.url)).engine.name,
  );
}

async function argvOf(host: Host, options: Options): Promise<readonly string[]> {
  const port = options.port;
  const pid =
    options.pid ??
    (port === undefined ? null : ((await host.port('127.0.0.1', port)).listeners[0]?.pid ?? null));
  return pid === null ? [] : ((await host.process(pid))?.argv ?? []);
}

function engineFrom({ engine }: Options): EngineName | null {
  if (engine === undefined) return null;
  const known = ENGINE_NAMES.find((name) => name === engine);
  if (known === undefined) throw usage(`no engine \`${engine}\``, suggest(engine, ENGINE_NAMES));
  return engineDefinition(known).name;
}

function endpointAt(address: string, port: number): Endpoint {
  const host = address.includes(':') ? `[${address}]` : address;
  return { url: `http://${host}:${port}`, protocol: 'http:', address, port };
}

/** A configuration that changes nothing: as much of one as looking at a server needs. */
function bare(
  adopt: { readonly port: number } | { readonly pid: number },
  endpoint: Endpoint,
  engine: EngineName,
): Configuration {
  return {
    version: 1,
    name: 'target',
    file: '',
    folder: '/',
    host: 'local',
    service: { kind: 'process-adopted', adopt },
    engine,
    endpoint,
    auth: null,
    model: null,
    accelerator: 'host-memory',
    parameters: [],
    constraints: [],
    settings: [],
    baseline: 'none',
    workloads: [],
    objective: {
      direction: 'maximize',
      metric: 'output_tokens_per_s',
      workload: '',
      concurrency: 1,
      where: [],
    },
    limits: {
      load_ms: null,
      quiet_ms: 10 * MINUTE,
      stop_ms: 120 * SECOND,
      release_ms: 180 * SECOND,
      drain_ms: 0,
      total_ms: 12 * HOUR,
    },
    window: null,
    hooks: {
      before_stop: [],
      drain: [],
      undrain: [],
      after_ready: [],
      fault: [],
      restored: [],
      restore_failed: [],
      end: [],
    },
    restore: 'leave',
    tools: {},
  };
}

function usage(message: string, hint: string): FaultError {
  return new FaultError(fault('usage', message, { hint }));
}
