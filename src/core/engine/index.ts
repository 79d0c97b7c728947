import type { EngineDefinition, EngineName } from './definition.ts';
import { llamacpp } from './llamacpp/index.ts';
import { openai } from './openai/index.ts';
import { sglang } from './sglang/index.ts';
import { vllm } from './vllm/index.ts';

const ENGINES: Readonly<Record<EngineName, EngineDefinition>> = { sglang, vllm, llamacpp, openai };

/** Names that this version can drive; a configuration with another one is refused where it is read. */
export const ENGINE_NAMES = Object.keys(ENGINES) as readonly EngineName[];

export function engineDefinition(name: EngineName): EngineDefinition {
  return ENGINES[name];
}
