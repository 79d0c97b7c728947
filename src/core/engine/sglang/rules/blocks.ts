import { refused, type StaticRule } from '../../static-rule.ts';
import {
  ALGORITHM,
  algorithmOf,
  attentionGroups,
  BLOCK,
  blockOf,
  DRAFT_MODEL,
  DRAFT_TOKENS,
  draftsBlocks,
  PAGE,
  SINK,
  WINDOW,
} from './asked.ts';
import { ddtree, drafting } from './source.ts';

/** What the engine refuses of drafting by blocks (DFLASH, and DDTREE of forks). */
export const BLOCK_REFUSALS: readonly StaticRule[] = [
  refused(
    {
      flags: [WINDOW],
      says: 'more than 0',
      source: drafting('--speculative-draft-window-size must be positive, got N.'),
    },
    (c) => ((c.number(WINDOW) ?? 1) <= 0 ? `${WINDOW} must be more than 0` : null),
  ),
  refused(
    {
      flags: [BLOCK],
      says: 'more than 0',
      source: drafting('DFLASH requires --speculative-dflash-block-size to be positive, got N.'),
    },
    (c) => ((c.number(BLOCK) ?? 1) <= 0 ? `${BLOCK} must be more than 0` : null),
  ),
  refused(
    {
      flags: [BLOCK, DRAFT_TOKENS],
      says: 'the same, where both are given',
      source: drafting(
        'Both --speculative-num-draft-tokens and --speculative-dflash-block-size are set but they differ. For DFLASH they must match.',
      ),
    },
    (c) => {
      const [block, tokens] = [c.number(BLOCK), c.number(DRAFT_TOKENS)];
      const differ = draftsBlocks(c) && block !== null && tokens !== null && block !== tokens;
      return differ ? `${BLOCK} ${block} and ${DRAFT_TOKENS} ${tokens} must be the same` : null;
    },
  ),
  refused(
    {
      flags: [WINDOW, BLOCK, DRAFT_TOKENS],
      says: 'at least one block of draft tokens (DFLASH, DDTREE)',
      source: drafting(
        '--speculative-draft-window-size must be >= --speculative-num-draft-tokens (block_size).',
      ),
    },
    (c) => {
      const [window, block] = [c.number(WINDOW), blockOf(c)];
      return draftsBlocks(c) && window !== null && block !== null && window < block
        ? `${WINDOW} ${window} is smaller than a block of ${block} draft tokens`
        : null;
    },
  ),
  refused(
    {
      flags: [DRAFT_MODEL, ALGORITHM],
      says: 'needed by DFLASH and DDTREE',
      source: drafting('DFLASH speculative decoding requires setting --speculative-draft-model-path.'),
    },
    (c) =>
      draftsBlocks(c) && c.asked(DRAFT_MODEL) === null ? `${c.asked(ALGORITHM)} needs ${DRAFT_MODEL}` : null,
  ),
  refused(
    {
      flags: ['--pp-size', ALGORITHM],
      says: '1 with DFLASH and DDTREE',
      source: drafting('Currently DFLASH speculative decoding only supports pp_size == 1.'),
    },
    (c) =>
      draftsBlocks(c) && (c.number('--pp-size') ?? 1) > 1
        ? `${c.asked(ALGORITHM)} works only with --pp-size 1`
        : null,
  ),
  refused(
    {
      flags: ['--attn-dp-size', '--enable-dp-attention', ALGORITHM],
      says: 'attention over several groups with DFLASH or DDTREE: only with --enable-dp-lm-head',
      source: drafting('DFLASH with dp attention requires --enable-dp-lm-head.'),
    },
    (c) =>
      draftsBlocks(c) && attentionGroups(c) > 1 && c.asked('--enable-dp-lm-head') !== true
        ? `${c.asked(ALGORITHM)} with attention over ${attentionGroups(c)} groups needs --enable-dp-lm-head`
        : null,
  ),
  refused(
    {
      flags: [PAGE, ALGORITHM],
      says: '1 with DDTREE',
      source: ddtree('page_size == 1 only'),
    },
    (c) =>
      algorithmOf(c) === 'DDTREE' && (c.number(PAGE) ?? 1) > 1
        ? 'DDTREE works only with --page-size 1'
        : null,
  ),
  refused(
    {
      flags: ['--speculative-use-rejection-sampling', ALGORITHM],
      says: 'not with DDTREE',
      source: ddtree('no rejection sampling'),
    },
    (c) =>
      algorithmOf(c) === 'DDTREE' && c.asked('--speculative-use-rejection-sampling') === true
        ? 'DDTREE knows no --speculative-use-rejection-sampling'
        : null,
  ),
  refused(
    {
      flags: [SINK, WINDOW],
      says: 'only with a window',
      source: drafting('--speculative-draft-sink-size requires --speculative-draft-window-size.'),
    },
    (c) => (c.asked(SINK) !== null && c.asked(WINDOW) === null ? `${SINK} needs ${WINDOW}` : null),
  ),
  refused(
    {
      flags: [SINK],
      says: '0 or more',
      source: drafting('--speculative-draft-sink-size must be non-negative, got N.'),
    },
    (c) => ((c.number(SINK) ?? 0) < 0 ? `${SINK} must not be less than 0` : null),
  ),
];
