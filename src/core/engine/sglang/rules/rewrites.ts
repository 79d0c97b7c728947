import { rewritten, type StaticRule } from '../../static-rule.ts';
import {
  ALGORITHM,
  algorithmOf,
  BLOCK,
  blockOf,
  DRAFT_TOKENS,
  draftsBlocks,
  likeEagle,
  RUNNING,
  SINK,
  STEPS,
  TOPK,
  WINDOW,
} from './asked.ts';
import { ddtree, drafting, installed } from './source.ts';

const MIXED = '--enable-mixed-chunk';
const DRAFT_BACKEND = '--speculative-draft-attention-backend';
/** Kernels that can draft blocks. */
const DRAFT_BACKENDS = ['flashinfer', 'fa3', 'fa4', 'triton', 'ascend', 'trtllm_mha', 'intel_xpu'];
/** Where the number of running requests is left to the engine, it takes this one as soon as it drafts. */
export const RUNNING_WITH_DRAFTS = 48;

/** One step and one candidate, whatever was asked. */
function forcedToOne(flag: string, name: string): StaticRule {
  return rewritten(
    {
      flags: [flag, ALGORITHM],
      says: '1 with DFLASH and DDTREE, whatever is asked',
      source: drafting(`DFLASH only supports ${name} == 1; overriding ${name}=N to 1.`),
    },
    (c) => {
      if (!draftsBlocks(c)) return null;
      const said = c.asked(flag);
      const text =
        said === null || said === '1'
          ? `${flag} is 1 with ${algorithmOf(c)}`
          : `${flag} ${said} becomes 1 with ${algorithmOf(c)}`;
      return { text, becomes: { [flag]: 1 } };
    },
  );
}

/** What the engine changes of drafting without refusing, in its order. */
export const DRAFTING_REWRITES: readonly StaticRule[] = [
  rewritten(
    {
      flags: [ALGORITHM],
      says: 'case does not matter; NEXTN is EAGLE (but for drafts of Gemma 4)',
      source: drafting(null),
    },
    (c) => {
      const name = algorithmOf(c);
      if (name === null || (name === c.asked(ALGORITHM) && name !== 'NEXTN')) return null;
      const meant = name === 'NEXTN' ? 'EAGLE' : name;
      return { text: `${ALGORITHM} ${c.asked(ALGORITHM)} is ${meant}`, becomes: { [ALGORITHM]: meant } };
    },
  ),
  forcedToOne(TOPK, 'speculative_eagle_topk'),
  forcedToOne(STEPS, 'speculative_num_steps'),
  rewritten(
    {
      flags: [BLOCK, DRAFT_TOKENS],
      says: 'two names of one thing (DFLASH, DDTREE)',
      source: drafting(
        'DFLASH only. Block size (verify window length). Alias of --speculative-num-draft-tokens for DFLASH.',
      ),
    },
    (c) => {
      const block = blockOf(c);
      if (!draftsBlocks(c) || block === null) return null;
      return {
        text: `${BLOCK} and ${DRAFT_TOKENS} are one: ${block}`,
        becomes: { [BLOCK]: block, [DRAFT_TOKENS]: block },
      };
    },
  ),
  rewritten(
    {
      flags: [DRAFT_TOKENS, STEPS, TOPK],
      says: 'one more than the steps, where the top-k is 1 (EAGLE and its kin)',
      source: drafting(
        'speculative_num_draft_tokens is adjusted to speculative_num_steps + 1 when speculative_eagle_topk == 1',
      ),
    },
    (c) => {
      const [steps, tokens] = [c.number(STEPS), c.number(DRAFT_TOKENS)];
      if (!likeEagle(c) || c.number(TOPK) !== 1 || steps === null || tokens === steps + 1) return null;
      return {
        text: `${DRAFT_TOKENS} becomes ${steps + 1}, one more than ${STEPS} ${steps}`,
        becomes: { [DRAFT_TOKENS]: steps + 1 },
      };
    },
  ),
  rewritten(
    {
      flags: [WINDOW, ALGORITHM],
      says: 'no effect but with EAGLE, EAGLE3, NEXTN, DFLASH and DDTREE',
      source: drafting('--speculative-draft-window-size has no effect with speculative_algorithm=NAME'),
    },
    (c) =>
      c.asked(WINDOW) === null || draftsBlocks(c) || likeEagle(c)
        ? null
        : {
            text: `${WINDOW} has no effect with ${algorithmOf(c) ?? 'no drafting'}`,
            becomes: { [WINDOW]: null },
          },
  ),
  rewritten(
    {
      flags: [SINK, ALGORITHM],
      says: 'no effect with DFLASH and DDTREE',
      source: installed('arg_groups/fields/spec.py', 'the Llama EAGLE-3 and DFLASH windows ignore it'),
    },
    (c) =>
      draftsBlocks(c) && c.asked(SINK) !== null
        ? { text: `${SINK} has no effect with ${algorithmOf(c)}`, becomes: { [SINK]: null } }
        : null,
  ),
  rewritten(
    {
      flags: [DRAFT_BACKEND, ALGORITHM],
      says: `with DFLASH and DDTREE one of ${DRAFT_BACKENDS.join(', ')}; any other becomes flashinfer (on CUDA)`,
      source: drafting(
        "DFLASH draft worker does not support attention_backend NAME. Falling back to 'flashinfer'.",
      ),
    },
    (c) => {
      const backend = c.asked(DRAFT_BACKEND);
      if (!draftsBlocks(c) || typeof backend !== 'string' || DRAFT_BACKENDS.includes(backend)) return null;
      return {
        text: `${DRAFT_BACKEND} ${backend} becomes flashinfer with ${algorithmOf(c)}`,
        becomes: { [DRAFT_BACKEND]: 'flashinfer' },
      };
    },
  ),
  rewritten(
    {
      flags: [RUNNING, ALGORITHM],
      says: `${RUNNING_WITH_DRAFTS} with any drafting, where it is not given`,
      source: drafting(
        'Max running requests is reset to 48 for speculative decoding. You can override this by explicitly setting --max-running-requests.',
      ),
    },
    (c) =>
      algorithmOf(c) !== null && c.asked(RUNNING) === null
        ? {
            text: `${RUNNING} becomes ${RUNNING_WITH_DRAFTS} with ${algorithmOf(c)}`,
            becomes: { [RUNNING]: RUNNING_WITH_DRAFTS },
          }
        : null,
  ),
  rewritten(
    {
      flags: [MIXED, ALGORITHM],
      says: 'switched off with NGRAM and STANDALONE, and with DDTREE of forks',
      source: drafting('Mixed chunked prefill is disabled: NAME speculative decoding does not support it.'),
    },
    (c) => {
      const algorithm = algorithmOf(c) ?? '';
      return c.asked(MIXED) === true && ['NGRAM', 'STANDALONE', 'DDTREE'].includes(algorithm)
        ? { text: `${MIXED} is switched off with ${algorithm}`, becomes: { [MIXED]: null } }
        : null;
    },
  ),
  rewritten(
    {
      flags: ['--disable-overlap-schedule', ALGORITHM],
      says: 'switched on with DDTREE',
      source: ddtree('forces disable_overlap_schedule'),
    },
    (c) =>
      algorithmOf(c) === 'DDTREE'
        ? {
            text: '--disable-overlap-schedule is on with DDTREE, given or not',
            becomes: { '--disable-overlap-schedule': true },
          }
        : null,
  ),
];
