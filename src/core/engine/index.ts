import { FaultError, fault } from '../fault.ts';
import type { EngineDefinition, EngineName } from './definition.ts';
import { llamacpp } from './llamacpp/index.ts';
import { openai } from './openai/index.ts';
import { sglang } from './sglang/index.ts';

const ENGINES: Readonly<Partial<Record<EngineName, EngineDefinition>>> = { sglang, llamacpp, openai };

/** Names that this version can drive; a configuration with another one is refused where it is read. */
export const ENGINE_NAMES = Object.keys(ENGINES) as readonly EngineName[];

/** Throws FaultError `configuration` for an engine that this version does not build. */
export function engineDefinition(name: EngineName): EngineDefinition {
  const definition = ENGINES[name];
  if (definition === undefined)
    throw new FaultError(fault('configuration', `engine ${name} is not supported in this version`));
  return definition;
}
