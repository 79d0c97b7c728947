import { type RuledCommand, refused, type StaticRule } from '../../static-rule.ts';
import { installed } from './source.ts';

const TENSOR = '--tensor-parallel-size';
const DECODE = '--decode-context-parallel-size';
const PREFILL = '--prefill-context-parallel-size';
const DATA = '--data-parallel-size';
const BALANCER = '--enable-eplb';

const parallel = (wording: string) => installed('config/parallel.py', wording);
const size = (c: RuledCommand, flag: string) => c.number(flag) ?? 1;

/** How the work is spread. What depends on the devices of the machine is not judged here. */
export const PARALLEL_REFUSALS: readonly StaticRule[] = [
  refused(
    {
      flags: [DECODE, TENSOR],
      says: `divides ${TENSOR}`,
      source: parallel('tp_size=N must be divisible by dcp_size=M.'),
    },
    (c) => {
      const [tp, dcp] = [size(c, TENSOR), size(c, DECODE)];
      return size(c, PREFILL) !== 1 || tp % dcp === 0
        ? null
        : `${TENSOR} ${tp} is not divisible by ${DECODE} ${dcp}`;
    },
  ),
  refused(
    {
      flags: [BALANCER, '--enable-expert-parallel'],
      says: 'needs --enable-expert-parallel',
      source: parallel('enable_expert_parallel must be True to use EPLB.'),
    },
    (c) =>
      c.asked(BALANCER) === true && c.asked('--enable-expert-parallel') !== true
        ? `${BALANCER} needs --enable-expert-parallel`
        : null,
  ),
  refused(
    {
      flags: [BALANCER, TENSOR, PREFILL, DATA],
      says: 'needs more than one part',
      source: parallel('EPLB requires tensor, prefill-context, or data parallelism'),
    },
    (c) =>
      c.asked(BALANCER) === true && size(c, TENSOR) * size(c, PREFILL) * size(c, DATA) <= 1
        ? `${BALANCER} needs more than one tensor-, prefill-context- or data-parallel part`
        : null,
  ),
  refused(
    {
      flags: ['--eplb-config', BALANCER],
      says: `num_redundant_experts needs ${BALANCER}`,
      source: parallel('num_redundant_experts is set to N but EPLB is not enabled.'),
    },
    (c) => {
      const redundant = c.number('--eplb-config.num_redundant_experts') ?? 0;
      return redundant !== 0 && c.asked(BALANCER) !== true
        ? `num_redundant_experts ${redundant} in --eplb-config needs ${BALANCER}`
        : null;
    },
  ),
  refused(
    {
      flags: ['--data-parallel-size-local', DATA],
      says: `no more than ${DATA}`,
      source: parallel('data_parallel_size_local (N) must be <= data_parallel_size (M)'),
    },
    (c) => {
      const local = c.number('--data-parallel-size-local');
      const all = size(c, DATA);
      return local !== null && local > all
        ? `--data-parallel-size-local ${local} is more than ${DATA} ${all}`
        : null;
    },
  ),
  refused(
    {
      flags: ['--data-parallel-hybrid-lb', '--data-parallel-external-lb'],
      says: 'exclude each other',
      source: installed(
        'engine/arg_utils.py',
        'cannot be enabled together. Enable only one load-balancing mode.',
      ),
    },
    (c) =>
      c.asked('--data-parallel-hybrid-lb') === true && c.asked('--data-parallel-external-lb') === true
        ? '--data-parallel-hybrid-lb and --data-parallel-external-lb exclude each other'
        : null,
  ),
];
