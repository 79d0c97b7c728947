import { definitionDiffers } from '../core/change/definition-differs.ts';
import type { Configuration } from '../core/config/configuration.ts';
import type { EngineDefinition } from '../core/engine/definition.ts';
import { FaultError, fault } from '../core/fault.ts';
import type { Definition } from '../core/generation.ts';
import { baseOfFile, foreignPort } from '../core/plan/base.ts';
import type { Present, Supervisor } from '../ports/supervisor.ts';

/**
 * The command that settings are laid over: the configured one, that of the running server, or what the service runs by
 * itself (`own`, where nothing of it runs). null: there is none.
 */
export function definitionOf(
  configuration: Configuration,
  engine: EngineDefinition,
  present: Present,
  own: Definition | null = null,
): Definition | null {
  return baseOfFile(configuration, engine) ?? present.definition ?? own;
}

/** What the service runs by itself, asked only where nothing of it runs. Fault: `definition-rejected`. */
export async function ownOf(supervisor: Supervisor, present: Present): Promise<Definition | null> {
  if (present.definition !== null || supervisor.own === undefined) return null;
  return supervisor.own();
}

/** The same where a command is needed. Faults: `definition-rejected`, `definition-differs`, `configuration`. */
export function baseFor(
  configuration: Configuration,
  engine: EngineDefinition,
  present: Present,
  own: Definition | null = null,
): Definition {
  if (present.differs !== undefined) throw new FaultError(definitionDiffers(present.differs));
  const base = definitionOf(configuration, engine, present, own);
  if (base !== null) return withPort(configuration, engine, base);
  const { service } = configuration;
  const where =
    service.kind !== 'process-adopted'
      ? ''
      : 'port' in service.adopt
        ? ` on port ${service.adopt.port}`
        : ` as pid ${service.adopt.pid}`;
  const hint =
    'start the server, or give its command in the file (service: { kind: process, command: [...] })';
  throw new FaultError(fault('definition-rejected', `nothing runs${where} that could be adopted`, { hint }));
}

/** A command in the file was checked with the file; that of a unit is known only now. */
function withPort(configuration: Configuration, engine: EngineDefinition, base: Definition): Definition {
  const { service, endpoint } = configuration;
  const port = service.kind === 'systemd' ? foreignPort(base.argv, configuration, engine) : null;
  if (port === null || service.kind !== 'systemd') return base;
  const message = `${service.unit} listens on port ${port}, and the endpoint is ${endpoint.url}`;
  throw new FaultError(
    fault('configuration', message, { hint: 'write the port of the unit into `endpoint`' }),
  );
}
