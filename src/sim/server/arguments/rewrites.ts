import type { ServerArgs } from './defaults.ts';
import { DRAFT } from './model.ts';
import type { Value } from './parse.ts';

/** What the server changes in its own arguments, and the line by which it says so. */
export interface Rewrite {
  readonly change: Readonly<Record<string, Value>>;
  readonly warning: string | null;
}

const REQUESTS_WITH_SPECULATION = 48;

const forcedToOne = (args: ServerArgs, key: string): Rewrite | null => {
  const asked = args[key] ?? null;
  const algorithm = String(args['speculative_algorithm']);
  return asked === 1
    ? null
    : {
        change: { [key]: 1 },
        warning:
          asked === null ? null : `${algorithm} only supports ${key} == 1; overriding ${key}=${asked} to 1.`,
      };
};

/**
 * The silent rewrites of SGLang 0.5.23 with DFLASH (`speculative_hook.py`), and of the fork with DDTREE: none of them
 * stops the start. DFLASH has no tree, so steps and topk become 1; the fork keeps the topk of its tree.
 */
export function rewritesOf(args: ServerArgs): readonly Rewrite[] {
  const algorithm = args['speculative_algorithm'];
  if (algorithm !== 'DFLASH' && algorithm !== 'DDTREE') return [];
  const block =
    args['speculative_num_draft_tokens'] ?? args['speculative_dflash_block_size'] ?? DRAFT.block_size;
  return [
    { change: { speculative_num_draft_tokens: block, speculative_dflash_block_size: block }, warning: null },
    forcedToOne(args, 'speculative_num_steps'),
    algorithm === 'DFLASH' ? forcedToOne(args, 'speculative_eagle_topk') : tree(args, Number(block)),
    args['max_running_requests'] === null
      ? {
          change: { max_running_requests: REQUESTS_WITH_SPECULATION },
          warning: `Max running requests is reset to ${REQUESTS_WITH_SPECULATION} for speculative decoding. You can override this by explicitly setting --max-running-requests.`,
        }
      : null,
    args['enable_mixed_chunk'] === true
      ? {
          change: { enable_mixed_chunk: false },
          warning: `Mixed chunked prefill is disabled because of using ${algorithm.toLowerCase()} speculative decoding.`,
        }
      : null,
    algorithm === 'DDTREE' && args['disable_overlap_schedule'] !== true
      ? {
          change: { disable_overlap_schedule: true },
          warning: 'Overlap scheduler is disabled because of using DDTREE speculative decoding.',
        }
      : null,
  ].filter((rewrite) => rewrite !== null);
}

/** The width of the tree: by default as many nodes as a chain verifies, and every rank that they can use. */
function tree(args: ServerArgs, block: number): Rewrite {
  const budget = args['speculative_ddtree_budget'] ?? Math.max(1, block - 1);
  const topk = args['speculative_ddtree_topk'] ?? args['speculative_eagle_topk'] ?? budget;
  return {
    change: {
      speculative_ddtree_budget: budget,
      speculative_ddtree_topk: topk,
      speculative_eagle_topk: topk,
    },
    warning: null,
  };
}
