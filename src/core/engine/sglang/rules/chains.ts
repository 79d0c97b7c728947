import { refused, type StaticRule } from '../../static-rule.ts';
import {
  ALGORITHM,
  algorithmOf,
  attentionBackends,
  attentionGroups,
  DRAFT_TOKENS,
  likeEagle,
  PAGE,
  STEPS,
  TOPK,
} from './asked.ts';
import { drafting, installed, validation } from './source.ts';

const REJECTION = '--speculative-use-rejection-sampling';
/** Backends that can draft trees over pages of more than one token. */
const PAGED_TREES = ['flashinfer', 'fa3', 'triton'];

/** What the engine refuses of drafting step by step (EAGLE and its kin, STANDALONE, NGRAM). */
export const CHAIN_REFUSALS: readonly StaticRule[] = [
  refused(
    {
      flags: [STEPS, TOPK, DRAFT_TOKENS],
      says: 'all three or none (EAGLE and its kin, without --speculative-adaptive)',
      source: drafting(
        'assert speculative_eagle_topk is None and speculative_num_draft_tokens is None (where speculative_num_steps is None)',
      ),
    },
    (c) =>
      (likeEagle(c) || algorithmOf(c) === 'STANDALONE') &&
      c.asked('--speculative-adaptive') !== true &&
      c.asked(STEPS) === null &&
      (c.asked(TOPK) !== null || c.asked(DRAFT_TOKENS) !== null)
        ? `without ${STEPS} neither ${TOPK} nor ${DRAFT_TOKENS} may be given`
        : null,
  ),
  refused(
    {
      flags: [REJECTION, ALGORITHM, TOPK],
      says: 'only EAGLE, EAGLE3 and NEXTN, and only with a top-k of 1',
      source: drafting('--speculative-use-rejection-sampling requires --speculative-eagle-topk=1.'),
    },
    (c) => {
      if (c.asked(REJECTION) !== true) return null;
      if (algorithmOf(c) === 'STANDALONE') return `STANDALONE knows no ${REJECTION}`;
      return likeEagle(c) && (c.number(TOPK) ?? 1) !== 1 ? `${REJECTION} needs ${TOPK} 1` : null;
    },
  ),
  refused(
    {
      flags: [TOPK, '--attention-backend'],
      says: '1 with trtllm_mha',
      source: drafting('trtllm_mha backend only supports topk = 1 for speculative decoding.'),
    },
    (c) =>
      likeEagle(c) && (c.number(TOPK) ?? 1) > 1 && attentionBackends(c).includes('trtllm_mha')
        ? `${TOPK} ${c.number(TOPK)} does not go with the attention backend trtllm_mha`
        : null,
  ),
  refused(
    {
      flags: [TOPK, PAGE, '--attention-backend'],
      says: 'more than 1 with pages of more than 1 token: only flashinfer, fa3 and triton',
      source: drafting(
        'speculative_eagle_topk > 1 with page_size > 1 is only supported on flashinfer, fa3, triton',
      ),
    },
    (c) => {
      const backend = c.asked('--attention-backend');
      const paged = (c.number(TOPK) ?? 1) > 1 && (c.number(PAGE) ?? 1) > 1;
      return likeEagle(c) && paged && typeof backend === 'string' && !PAGED_TREES.includes(backend)
        ? `${TOPK} ${c.number(TOPK)} with ${PAGE} ${c.number(PAGE)} does not go with the attention backend ${backend}`
        : null;
    },
  ),
  refused(
    {
      flags: ['--attention-backend', ALGORITHM],
      says: 'no drafting with flex_attention',
      source: installed(
        'arg_groups/attention_hook.py',
        'Speculative decoding is currently not supported with Flex Attention backend',
      ),
    },
    (c) =>
      algorithmOf(c) !== null && c.asked('--attention-backend') === 'flex_attention'
        ? `${algorithmOf(c)} does not go with the attention backend flex_attention`
        : null,
  ),
  refused(
    {
      flags: ['--attn-dp-size', '--enable-dp-attention', ALGORITHM],
      says: 'no attention over several groups with NGRAM or STANDALONE',
      source: drafting('Currently ngram speculative decoding does not support dp attention.'),
    },
    (c) =>
      ['NGRAM', 'STANDALONE'].includes(algorithmOf(c) ?? '') && attentionGroups(c) > 1
        ? `${algorithmOf(c)} does not go with attention over ${attentionGroups(c)} groups`
        : null,
  ),
  refused(
    {
      flags: ['--pp-size', ALGORITHM],
      says: 'drafting over several stages: EAGLE alone, and only on a prefill server',
      source: validation(
        'Pipeline parallelism currently only supports EAGLE (non-multi-layer) speculative decoding',
      ),
    },
    (c) => {
      const algorithm = algorithmOf(c);
      const stages = c.number('--pp-size') ?? 1;
      const alone = algorithm === 'DSPARK' || algorithm === 'EAGLE' || algorithm === 'NEXTN';
      return algorithm !== null && stages > 1 && !alone
        ? `${algorithm} does not go with --pp-size ${stages}`
        : null;
    },
  ),
];
