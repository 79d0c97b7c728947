import type { Configuration } from '../config/configuration.ts';
import type { EngineDefinition } from '../engine/definition.ts';
import type { Definition } from '../generation.ts';
import { flagKnowledge, splitArgv } from './pieces.ts';

/**
 * The base command that the file itself gives; null: it is to be read from the running process or from the unit. The port of the
 * endpoint is appended where the command names none and the engine would take another.
 */
export function baseOfFile(
  { service, endpoint }: Configuration,
  engine: EngineDefinition,
): Definition | null {
  if (service.kind !== 'process') return null;
  const { command, cwd, env } = service;
  const [flag] = engine.port_flags;
  const silent =
    portsIn(command, engine).length === 0 && endpoint.port !== engine.default_port && flag !== undefined;
  return {
    argv: silent ? [...command, flag, String(endpoint.port)] : command,
    env,
    cwd,
    env_complete: false,
  };
}

/** A port of a command that is not the endpoint's; null: it names none, or the same. */
export function foreignPort(
  argv: readonly string[],
  { endpoint }: Pick<Configuration, 'endpoint'>,
  engine: EngineDefinition,
): string | null {
  return portsIn(argv, engine).find(({ text }) => text !== String(endpoint.port))?.text ?? null;
}

/** Every port that a command names, with the number of the word that holds it. */
export function portsIn(
  argv: readonly string[],
  engine: EngineDefinition,
): readonly { readonly text: string; readonly word: number }[] {
  const names = new Set(engine.port_flags.map((flag) => engine.canonicalFlag(flag)));
  return splitArgv(
    argv,
    flagKnowledge(engine, new Map(engine.port_flags.map((flag) => [engine.canonicalFlag(flag), true]))),
  )
    .filter((piece) => piece.canonical !== null && names.has(piece.canonical))
    .map((piece) => ({ text: piece.value ?? '', word: piece.joined ? piece.at : piece.at + 1 }));
}
