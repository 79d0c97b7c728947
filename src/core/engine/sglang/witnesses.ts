import { dig, numberAt } from '../json.ts';
import type { Observed } from '../observed.ts';
import { DRAFT_WORKER, logged, SCHEDULER } from './logged.ts';
import { argument, keyOf, serverInfo } from './server-args.ts';
import type { View } from './view.ts';

/** Flags of drafting whose value the drafting worker logs, and under which key. */
export const OF_THE_DRAFT: Readonly<Record<string, string>> = {
  '--speculative-draft-window-size': 'draft_window_size',
  '--speculative-dflash-block-size': 'block_size',
  '--speculative-ddtree-budget': 'tree_budget',
  '--speculative-draft-attention-backend': 'attention_backend',
};

/** Keys under which older builds report the same. */
const FORMER_KEYS: Readonly<Record<string, string>> = {
  '--speculative-draft-window-size': 'speculative_dflash_draft_window_size',
};

/**
 * Everything that the server says about a flag, its report first. The report says what the arguments were resolved to;
 * the worker's own line says what was built. Where both speak, both must agree.
 */
export function witnessesOf(view: View, flag: string): readonly Observed[] {
  const reported = argument(view, keyOf(flag)) ?? argument(view, FORMER_KEYS[flag] ?? '');
  const built = OF_THE_DRAFT[flag];
  const all = [
    flag === '--max-total-tokens' ? pool(view) : reported,
    built === undefined ? null : logged(view, DRAFT_WORKER, built),
    flag === '--context-length' ? logged(view, SCHEDULER, 'context_len') : null,
    flag === '--max-running-requests' ? runningRequests(view) : null,
  ];
  const said = all.filter((observed) => observed !== null);
  // an argument that was never resolved says nothing where something that was built speaks
  return said.length > 1 ? said.filter((o, at) => at > 0 || o.value !== null) : said;
}

/** The cache that was really allocated: the argument of that name is only its upper bound. */
export function pool(view: View): Observed | null {
  const info = serverInfo(view.sources.documents);
  const value = numberAt(info?.document, 'max_total_num_tokens');
  if (info !== null && value !== null)
    return { value, source: 'server-info', evidence: `${info.path} max_total_num_tokens = ${value}` };
  return logged(view, SCHEDULER, 'max_total_num_tokens');
}

/**
 * How many requests run at once. The argument stays empty in the report where the engine chose; the effective number
 * stands apart, for each data-parallel part. null: the engine has several parts, or does not say.
 */
export function runningRequests(view: View): Observed | null {
  const parts = argument(view, 'dp_size')?.value;
  if (typeof parts === 'number' && parts > 1) return null;
  const info = serverInfo(view.sources.documents);
  const value = numberAt(dig(info?.document, 'internal_states', 0), 'effective_max_running_requests_per_dp');
  if (info !== null && value !== null)
    return {
      value,
      source: 'server-info',
      evidence: `${info.path} effective_max_running_requests_per_dp = ${value}`,
    };
  return logged(view, SCHEDULER, 'max_running_requests');
}
