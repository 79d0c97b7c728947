import { type RuledCommand, type StaticRule, warned } from '../../static-rule.ts';
import { askedAs, BUDGETS } from '../forks.ts';
import {
  ALGORITHM,
  algorithmOf,
  attentionGroups,
  BLOCK,
  blockOf,
  DRAFT_TOKENS,
  draftsBlocks,
  RUNNING,
  WINDOW,
} from './asked.ts';
import { drafting, installed } from './source.ts';

/** Whether these fit is known only from a start. */
const OF_MEMORY = [
  '--mem-fraction-static',
  '--max-total-tokens',
  '--context-length',
  '--cuda-graph-max-bs',
  '--cuda-graph-max-bs-decode',
];
const LARGEST = ['--cuda-graph-max-bs-decode', '--cuda-graph-max-bs'];
const LISTED = ['--cuda-graph-bs-decode', '--cuda-graph-bs'];

/** What starts, but does not mean what it seems to. */
export const WARNINGS: readonly StaticRule[] = [
  warned(
    {
      flags: [RUNNING],
      says: 'a concurrency above it cannot be measured: the rest waits in the queue',
      source: installed('managers/scheduler.py', null),
    },
    (c) => {
      const most = c.number(RUNNING);
      const above = most === null ? [] : c.concurrency.filter((each) => each > most);
      return above.length === 0
        ? null
        : `concurrency ${above.join(', ')} is more than ${RUNNING} ${most}: the rest waits, and what is measured is the queue`;
    },
  ),
  warned(
    {
      flags: [...LARGEST, ...LISTED],
      says: 'a concurrency above the largest captured batch decodes without a CUDA graph',
      source: installed('model_executor/runner/decode_cuda_graph_runner.py', null),
    },
    (c) => {
      const most = largestGraph(c);
      const above = most === null ? [] : c.concurrency.filter((each) => each > most);
      if (above.length === 0) return null;
      const width = verifyWidth(c);
      const each = width === null ? '' : ` of ${width} tokens each`;
      return `concurrency ${above.join(', ')} is more than the ${most} requests${each} that graphs are captured for: decoding goes without them`;
    },
  ),
  warned(
    {
      flags: [WINDOW, BLOCK, DRAFT_TOKENS],
      says: 'without a block on the command line, window and depth cannot be checked before a start',
      source: drafting('speculative_num_draft_tokens is not set; defaulting to 16 for DFLASH.'),
    },
    (c) =>
      draftsBlocks(c) && blockOf(c) === null
        ? `the block of ${algorithmOf(c)} comes from the draft model, or is 16: window and depth of the tree cannot be checked here`
        : null,
  ),
  warned(
    {
      flags: ['--enable-mixed-chunk', ALGORITHM],
      says: 'with DFLASH switched off by versions before 0.5.23',
      source: { where: 'SGLang of 2026-07-20, server_args.py', wording: 'Mixed chunked prefill is disabled' },
    },
    (c) =>
      algorithmOf(c) === 'DFLASH' && c.asked('--enable-mixed-chunk') === true
        ? 'versions before 0.5.23 switch --enable-mixed-chunk off with DFLASH: then this is the setting without it'
        : null,
  ),
  warned(
    {
      flags: ['--chunked-prefill-size', '--attn-dp-size', '--enable-dp-attention'],
      says: 'divided by the groups of attention',
      source: installed(
        'arg_groups/parallel_hook.py',
        'DP attention is enabled. chunked prefill size is adjusted from N to M.',
      ),
    },
    (c) => {
      const [chunk, groups] = [c.number('--chunked-prefill-size'), attentionGroups(c)];
      return chunk !== null && chunk > 0 && groups > 1
        ? `--chunked-prefill-size ${chunk} becomes ${Math.floor(chunk / groups)} for each of the ${groups} groups of attention`
        : null;
    },
  ),
  warned(
    {
      flags: ['--skip-server-warmup'],
      says: 'the server says that it is ready before it has generated anything',
      source: installed('entrypoints/http_server.py', null),
    },
    (c) =>
      c.asked('--skip-server-warmup') === true
        ? 'with --skip-server-warmup the first requests pay for what the warm-up would have done'
        : null,
  ),
  warned(
    {
      flags: OF_MEMORY,
      says: 'whether the memory suffices is known only from a start',
      source: installed(
        'arg_groups/memory_hook.py',
        'mem_fraction_static = (GPU memory capacity - activations - cuda graph buffers) / GPU memory capacity',
      ),
    },
    (c) => {
      const varied = OF_MEMORY.filter((flag) => c.varied.has(flag) && c.asked(flag) !== null);
      return varied.length === 0
        ? null
        : `only the start tells whether the memory suffices for ${varied.map((flag) => `${flag} ${c.asked(flag)}`).join(', ')}`;
    },
  ),
];

function largestGraph(command: RuledCommand): number | null {
  for (const flag of LISTED) {
    const sizes = String(command.asked(flag) ?? '')
      .split(' ')
      .map(Number)
      .filter((size) => Number.isFinite(size) && size > 0);
    if (sizes.length > 0) return Math.max(...sizes);
  }
  return LARGEST.map((flag) => command.number(flag)).find((size) => size !== null) ?? null;
}

/** Tokens that one request has in a step that verifies a tree: its nodes and the root. */
function verifyWidth(command: RuledCommand): number | null {
  const budget = draftsBlocks(command) ? askedAs(command, BUDGETS) : null;
  return budget === null ? null : budget.value + 1;
}
