import { type RuledCommand, refused, type StaticRule } from '../../static-rule.ts';
import { typeOf } from '../flags.ts';
import { sizeOf } from '../size.ts';
import { attentionGroups, PAGE } from './asked.ts';
import { installed, validation } from './source.ts';

const CHUNK = '--chunked-prefill-size';
/** Experts on runners that take either all of them or a share by rank. */
const WHOLE_OR_RANKS = ['flashinfer_cutlass', 'flashinfer_cutedsl'];

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** What the engine refuses of how work is divided, cut and ordered. */
export const SHAPE_REFUSALS: readonly StaticRule[] = [
  refused(
    {
      flags: ['--max-running-requests'],
      says: 'every flag of type number or size: a number, for sizes also 8k (8000) or 8Ki (8192)',
      source: installed('server_args.py (argparse)', 'invalid int value'),
    },
    (c) => {
      const wrong = c.names.find((flag) => !isNumber(c, flag));
      return wrong === undefined ? null : `${wrong} ${c.asked(wrong)} is no number`;
    },
  ),
  refused(
    {
      flags: ['--tp-size', '--pp-size', '--nnodes'],
      says: '--tp-size times --pp-size must be a multiple of --nnodes',
      source: validation('tp_size must be divisible by number of nodes'),
    },
    (c) => {
      const [ranks, nodes] = [size(c, '--tp-size') * size(c, '--pp-size'), size(c, '--nnodes')];
      return ranks % nodes === 0 ? null : `${ranks} ranks cannot be spread evenly over ${nodes} nodes`;
    },
  ),
  refused(
    {
      flags: ['--attn-dp-size', '--enable-dp-attention', '--tp-size'],
      says: '--tp-size must be a multiple of the groups of attention',
      source: installed('arg_groups/parallel_hook.py', 'assert tp_size % attn_dp_size == 0'),
    },
    (c) => {
      const [ranks, groups] = [size(c, '--tp-size'), attentionGroups(c)];
      return groups < 1 || ranks % groups === 0
        ? null
        : `--tp-size ${ranks} cannot be divided into ${groups} groups of attention`;
    },
  ),
  refused(
    {
      flags: ['--attn-dp-size', '--dp-size'],
      says: 'not both above 1',
      source: installed(
        'arg_groups/parallel_hook.py',
        'data-parallel replicas combined with attention data parallelism are not supported.',
      ),
    },
    (c) =>
      size(c, '--attn-dp-size') > 1 && size(c, '--dp-size') > 1
        ? '--dp-size and --attn-dp-size are both above 1'
        : null,
  ),
  refused(
    {
      flags: ['--ep-size', '--moe-runner-backend', '--tp-size'],
      says: '1 or --tp-size with flashinfer_cutlass and flashinfer_cutedsl',
      source: installed(
        'arg_groups/moe_hook.py',
        'The expert parallel size must be 1 or the same as the tensor parallel size',
      ),
    },
    (c) => {
      const runner = c.asked('--moe-runner-backend');
      const [experts, ranks] = [size(c, '--ep-size'), size(c, '--tp-size')];
      return WHOLE_OR_RANKS.includes(String(runner)) && experts !== 1 && experts !== ranks
        ? `--ep-size ${experts} with ${runner} must be 1 or ${ranks}`
        : null;
    },
  ),
  refused(
    {
      flags: [CHUNK, PAGE],
      says: 'a multiple of --page-size, unless chunking is off (-1)',
      source: validation('chunked_prefill_size must be divisible by page_size'),
    },
    (c) => {
      const [chunk, page] = [c.number(CHUNK), c.number(PAGE)];
      return chunk !== null && chunk > 0 && page !== null && page > 0 && chunk % page !== 0
        ? `${CHUNK} ${chunk} is no multiple of ${PAGE} ${page}`
        : null;
    },
  ),
  refused(
    {
      flags: ['--schedule-policy', '--enable-priority-scheduling'],
      says: 'with priorities only fcfs and lof',
      source: validation("To use priority scheduling, schedule_policy must be 'fcfs' or 'lof'."),
    },
    (c) => {
      const policy = c.asked('--schedule-policy') ?? 'fcfs';
      return c.asked('--enable-priority-scheduling') === true && policy !== 'fcfs' && policy !== 'lof'
        ? `--enable-priority-scheduling does not go with --schedule-policy ${policy}`
        : null;
    },
  ),
  refused(
    {
      flags: ['--schedule-conservativeness'],
      says: '0 or more',
      source: validation('schedule_conservativeness must be non-negative'),
    },
    (c) =>
      (c.number('--schedule-conservativeness') ?? 0) < 0
        ? '--schedule-conservativeness must not be less than 0'
        : null,
  ),
  refused(
    {
      flags: ['--enable-torch-compile', '--disable-cuda-graph-padding'],
      says: 'not both',
      source: validation('--disable-cuda-graph-padding is incompatible with --enable-torch-compile.'),
    },
    (c) =>
      c.asked('--enable-torch-compile') === true && c.asked('--disable-cuda-graph-padding') === true
        ? '--enable-torch-compile does not go with --disable-cuda-graph-padding'
        : null,
  ),
];

function size(command: RuledCommand, flag: string): number {
  return command.number(flag) ?? 1;
}

/** Is it one, where its flag takes one? What no flag takes a number for is as it should be. */
function isNumber(command: RuledCommand, flag: string): boolean {
  const type = typeOf(flag);
  if (type !== 'number' && type !== 'size') return true;
  const value = command.asked(flag);
  if (typeof value !== 'string') return value === null;
  return type === 'size' ? sizeOf(value) !== null : NUMBER.test(value);
}
