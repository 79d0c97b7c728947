import type { RuleSource } from '../../static-rule.ts';

/** A file of the engine's own, below `vllm`, as installed. */
export function installed(file: string, wording: string | null = null): RuleSource {
  return { where: `vLLM 0.32.0, ${file}`, wording };
}
