import type { RuleSource } from '../../static-rule.ts';

/** A file of the engine's own, below `sglang/srt`, as installed. */
export function installed(file: string, wording: string | null): RuleSource {
  return { where: `SGLang 0.5.23, ${file}`, wording };
}

/** Where all checks of drafting stand. */
export function drafting(wording: string | null): RuleSource {
  return installed('arg_groups/speculative_hook.py', wording);
}

export function validation(wording: string | null): RuleSource {
  return installed('arg_groups/validation_hook.py', wording);
}

/** The draft tree is in no release: this is the pull request that public forks follow. */
export function ddtree(wording: string | null): RuleSource {
  return { where: 'SGLang pull request 29907 (DDTREE, 2026-07-02)', wording };
}
