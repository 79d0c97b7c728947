import type { RuleSource } from '../../static-rule.ts';

/** Seen at a server of this build, or read in its help. */
export function seen(wording: string | null): RuleSource {
  return { where: 'llama-server b10434', wording };
}
