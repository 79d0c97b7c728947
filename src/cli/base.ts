import type { Configuration } from '../core/config/configuration.ts';
import type { EngineDefinition } from '../core/engine/definition.ts';
import { FaultError, fault } from '../core/fault.ts';
import type { Definition } from '../core/generation.ts';
import { baseOfFile } from '../core/plan/base.ts';
import type { Present } from '../ports/supervisor.ts';

/** The command that settings are laid over: the configured one, or that of the running server. null: nothing to adopt. */
export function definitionOf(
  configuration: Configuration,
  engine: EngineDefinition,
  present: Present,
): Definition | null {
  return baseOfFile(configuration, engine) ?? present.definition;
}

/** The same where a command is needed. Fault: `definition-rejected`. */
export function baseFor(
  configuration: Configuration,
  engine: EngineDefinition,
  present: Present,
): Definition {
  const base = definitionOf(configuration, engine, present);
  if (base !== null) return base;
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
