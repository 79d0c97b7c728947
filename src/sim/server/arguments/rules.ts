import { DRAFT, MODEL } from './model.ts';
import type { Given } from './parse.ts';

/** One rule of SGLang's argument checks: the text of its ValueError where it is broken. */
type Rule = (given: Given) => string | null;

const number = (given: Given, key: string): number | null => {
  const value = given[key];
  return typeof value === 'number' ? value : null;
};
const drafts = (given: Given) =>
  given['speculative_algorithm'] === 'DFLASH' || given['speculative_algorithm'] === 'DDTREE';
const notPositive = (value: number | null) => value !== null && value <= 0;

/**
 * In the order in which the server checks them (SGLang 0.5.23, `arg_groups/speculative_hook.py` and `server_args.py`;
 * the wording of those that a log of it shows is its own). DDTREE inherits the rules of DFLASH, under its own name.
 */
const RULES: readonly Rule[] = [
  (given) =>
    MODEL.attention_heads % (number(given, 'tp_size') ?? 1) === 0
      ? null
      : `Total number of attention heads (${MODEL.attention_heads}) must be divisible by tensor parallel size (${given['tp_size']}).`,
  (given) => {
    const context = number(given, 'context_length');
    return context === null || context <= MODEL.context_length
      ? null
      : `Warning: User-specified context_length (${context}) is greater than the derived context_length (${MODEL.context_length}). This may lead to incorrect model outputs or CUDA errors. Note that the derived context_length may differ from max_position_embeddings in the model's config. To allow overriding this maximum, set the env var SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN=1`;
  },
  (given) => {
    const fraction = number(given, 'mem_fraction_static');
    return fraction === null || (fraction > 0 && fraction < 1)
      ? null
      : `mem_fraction_static must be between 0 and 1, got ${fraction}.`;
  },
  (given) => {
    const [chunk, page] = [number(given, 'chunked_prefill_size'), number(given, 'page_size') ?? 1];
    return chunk === null || chunk <= 0 || chunk % page === 0
      ? null
      : 'chunked_prefill_size must be divisible by page_size';
  },
  (given) =>
    drafts(given) && given['enable_dp_attention'] === true
      ? `Currently ${given['speculative_algorithm']} speculative decoding does not support dp attention.`
      : null,
  (given) =>
    drafts(given) && (number(given, 'pp_size') ?? 1) !== 1
      ? `Currently ${given['speculative_algorithm']} speculative decoding only supports pp_size == 1.`
      : null,
  (given) =>
    drafts(given) && given['speculative_draft_model_path'] === undefined
      ? `${given['speculative_algorithm']} speculative decoding requires setting --speculative-draft-model-path.`
      : null,
  (given) =>
    notPositive(number(given, 'speculative_dflash_block_size'))
      ? `--speculative-dflash-block-size must be positive, got ${given['speculative_dflash_block_size']}.`
      : null,
  (given) => {
    const tokens = number(given, 'speculative_num_draft_tokens');
    const block = number(given, 'speculative_dflash_block_size');
    return tokens === null || block === null || tokens === block
      ? null
      : `Both --speculative-num-draft-tokens and --speculative-dflash-block-size are set but they differ. speculative_num_draft_tokens=${tokens}, speculative_dflash_block_size=${block}.`;
  },
  (given) =>
    notPositive(number(given, 'speculative_draft_window_size'))
      ? `--speculative-draft-window-size must be positive, got ${given['speculative_draft_window_size']}.`
      : null,
  (given) => {
    const window = number(given, 'speculative_draft_window_size');
    const block =
      number(given, 'speculative_num_draft_tokens') ??
      number(given, 'speculative_dflash_block_size') ??
      DRAFT.block_size;
    return !drafts(given) || window === null || window >= block
      ? null
      : `--speculative-draft-window-size must be >= --speculative-num-draft-tokens (block_size). window_size=${window}, block_size=${block}.`;
  },
  (given) =>
    given['speculative_algorithm'] === 'DDTREE' && (number(given, 'page_size') ?? 1) !== 1
      ? `DDTREE speculative decoding requires page_size == 1, got page_size=${given['page_size']}.`
      : null,
  (given) =>
    notPositive(number(given, 'speculative_ddtree_budget'))
      ? `--speculative-ddtree-budget must be positive, got ${given['speculative_ddtree_budget']}.`
      : null,
  (given) =>
    notPositive(number(given, 'speculative_ddtree_topk'))
      ? `--speculative-ddtree-topk must be positive, got ${given['speculative_ddtree_topk']}.`
      : null,
];

/** The first broken rule's ValueError, as the server raises it (exit code 1); null: the arguments are accepted. */
export function brokenRule(given: Given): string | null {
  for (const rule of RULES) {
    const broken = rule(given);
    if (broken !== null) return broken;
  }
  return null;
}
