import type { Configuration, Endpoint } from '../core/config/configuration.ts';
import { suggest } from '../core/config/did-you-mean.ts';
import { endpointAt, readEndpoint } from '../core/config/endpoint.ts';
import { PCI_ADDRESS, UUID } from '../core/config/schema/names.ts';
import type { EngineName } from '../core/engine/definition.ts';
import { ENGINE_NAMES, engineDefinition } from '../core/engine/index.ts';
import { FaultError } from '../core/fault.ts';
import type { Member } from '../core/generation.ts';
import type { Host } from '../ports/host.ts';
import { guessEngine, portIn } from '../run/init-guess.ts';
import type { Token } from '../run/token.ts';
import { loadConfiguration } from './configuration.ts';
import type { Context } from './context.ts';
import { lookingAt } from './looking.ts';
import { type NamedService, serviceOfProcess, type Unit, unitNamed } from './named-service.ts';
import type { Options } from './options.ts';
import { optionValue } from './quantities.ts';
import { usage } from './usage.ts';

const LOOPBACK = '127.0.0.1';

/**
 * Which server `mark`, `wait` and `status` look at: named by the file, by unit, pid or port, or by the token. What is
 * not said of it comes from its command line. Faults: `usage`, and those of looking at a unit.
 */
export async function targetOf(
  context: Context,
  options: Options,
  since: Token | null,
): Promise<Configuration> {
  const unit = unitNamed(options);
  const named = [unit, options.pid, options.port, options.endpoint].some((value) => value != null);
  if (options.file !== undefined || (since === null && !named)) return loadConfiguration(context, options);
  const devices = devicesFrom(options) ?? since?.devices ?? null;
  const engine = engineFrom(options) ?? since?.engine ?? null;
  if (since !== null && !named) {
    const { service, endpoint } = since;
    return lookingAt({ service, endpoint, engine: engine ?? since.engine, devices });
  }
  const host = await context.services.host();
  const given =
    options.endpoint === undefined ? null : optionValue('endpoint', readEndpoint(options.endpoint));
  const server =
    unit === null ? await running(host, options, given, since) : await ofUnit(context, options, unit);
  const port = given?.port ?? options.port ?? portIn(server.argv) ?? since?.endpoint.port ?? null;
  const url = given?.url ?? (port === null ? null : endpointAt(LOOPBACK, port).url);
  const driven = engine ?? (await guessEngine(host, server.argv, url)).engine.name;
  const listens = port ?? (unit === null ? null : engineDefinition(driven).default_port);
  if (listens === null) throw noPort();
  const endpoint = given ?? endpointAt(LOOPBACK, listens);
  return lookingAt({ service: server.service, endpoint, engine: driven, devices });
}

interface Server {
  readonly service: NamedService;
  /** Empty: nobody runs, or it cannot be read. */
  readonly argv: readonly string[];
}

/** Whoever has the pid, or listens on the port. */
async function running(
  host: Host,
  options: Options,
  given: Endpoint | null,
  since: Token | null,
): Promise<Server> {
  const port = given?.port ?? options.port ?? null;
  const pid = options.pid ?? (port === null ? null : await listenerOn(host, given?.address, port));
  const argv = pid === null ? [] : ((await host.process(pid))?.argv ?? []);
  if (pid === null && since !== null) return { service: since.service, argv };
  if (options.pid !== undefined)
    return { service: await serviceOfProcess(host, pid, { pid: options.pid }), argv };
  if (port === null) throw noPort();
  return { service: await serviceOfProcess(host, pid, { port }), argv };
}

async function listenerOn(host: Host, address = LOOPBACK, port: number): Promise<number | null> {
  return (await host.port(address, port)).listeners[0]?.pid ?? null;
}

/** The command that runs, else the one that would be run. Its endpoint is not known yet, and nobody is asked there. */
async function ofUnit(context: Context, options: Options, unit: Unit): Promise<Server> {
  const blind = lookingAt({
    service: unit,
    endpoint: endpointAt(LOOPBACK, 0),
    engine: 'openai',
    devices: null,
  });
  const { supervisor, host } = await context.services.wire(blind, {
    tools_from_path: options.toolsFromPath === true,
  });
  const present = await unlessRejected(supervisor.present());
  if ('rejected' in present) {
    const user = unit.scope === 'user' ? ' --user' : '';
    const hint = `name one that runs a server as its main process; \`systemctl${user} list-units --type=service\` lists them`;
    throw usage(present.rejected, hint);
  }
  const { definition, members, generation } = present.value;
  if (definition !== null) return { service: unit, argv: definition.argv };
  if (generation !== null) return { service: unit, argv: await argvAmong(host, members) };
  const own = supervisor.own === undefined ? null : await unlessRejected(supervisor.own());
  return { service: unit, argv: own !== null && 'value' in own ? own.value.argv : [] };
}

/** Behind a shell or another wrapper, the server is the process that was told a port. */
async function argvAmong(host: Host, members: readonly Member[]): Promise<readonly string[]> {
  const rows = await Promise.all(members.map(({ pid }) => host.process(pid)));
  const argvs = rows.map((row) => row?.argv ?? []);
  return argvs.find((argv) => portIn(argv) !== null) ?? argvs[0] ?? [];
}

/** What is only looked at need not be a service that could be started with another command. */
async function unlessRejected<T>(
  asked: Promise<T>,
): Promise<{ readonly value: T } | { readonly rejected: string }> {
  try {
    return { value: await asked };
  } catch (error) {
    if (!(error instanceof FaultError) || error.fault.name !== 'definition-rejected') throw error;
    return { rejected: error.fault.message };
  }
}

function engineFrom({ engine }: Options): EngineName | null {
  if (engine === undefined) return null;
  const known = ENGINE_NAMES.find((name) => name === engine);
  if (known === undefined) throw usage(`no engine \`${engine}\``, suggest(engine, ENGINE_NAMES));
  return engineDefinition(known).name;
}

function devicesFrom({ devices }: Options): readonly string[] | null {
  if (devices === undefined) return null;
  const uuids = devices.split(',').map((text) => text.trim());
  const kinds = [UUID, PCI_ADDRESS];
  if (kinds.some((kind) => uuids.every((text) => kind.test(text)))) return uuids;
  const odd = uuids.find((text) => !kinds.some((kind) => kind.test(text)));
  throw usage(
    odd === undefined
      ? '--devices: they are of different makers'
      : `--devices: \`${odd}\` is no uuid of a device`,
    '`nvidia-smi -L` prints them: GPU-...; those of AMD have a PCI address, as `amd-smi list` prints it: 0000:c1:00.0',
  );
}

function noPort(): FaultError {
  return usage('the port of the server is not known', 'give --endpoint URL or --port N');
}
