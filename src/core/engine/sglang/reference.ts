import type { EngineReference, ReadBackEntry } from '../reference.ts';
import { FLAGS } from './flags.ts';
import { FORK_FLAGS } from './forks.ts';
import { rewrites } from './rewrites.ts';
import { STATIC_RULES } from './rules/index.ts';
import { keyOf } from './server-args.ts';
import { OF_THE_DRAFT } from './witnesses.ts';

const RUNNING = 'effective_max_running_requests_per_dp';

const OWN: readonly ReadBackEntry[] = [
  {
    flag: '--max-total-tokens',
    from: '`/server_info` `max_total_num_tokens`, else the log `max_total_num_tokens=N`',
    rule: 'at least what was asked, in whole pages: less means that the memory did not suffice',
  },
  {
    flag: '--max-running-requests',
    from: `\`/server_info\` \`max_running_requests\` and \`${RUNNING}\`, and the log \`max_running_requests=N\``,
    rule: 'equal; forced where the engine says that it resets it',
  },
  {
    flag: '--context-length',
    from: '`/server_info` `context_length` and the log `context_len=N`',
    rule: 'equal',
  },
  {
    flag: '--speculative-algorithm',
    from: '`/server_info` `speculative_algorithm`, and whether it drafts: the log of the drafting worker',
    rule: 'equal but for case; NEXTN as EAGLE',
  },
];

const GROUPS: readonly ReadBackEntry[] = [
  {
    flag: '--chunked-prefill-size',
    from: '`/server_info` `chunked_prefill_size`',
    rule: 'equal, or divided by the groups of attention',
  },
  {
    flag: '--schedule-conservativeness',
    from: '`/server_info` `schedule_conservativeness`',
    rule: 'equal, or 0.3 of it with attention over several groups',
  },
  {
    flag: '--dp-size',
    from: '`/server_info` `dp_size`, with --enable-dp-attention `attn_dp_size`',
    rule: 'equal',
  },
];

/** What the drafting worker says of itself once it is built. */
const BUILT: readonly ReadBackEntry[] = Object.entries(OF_THE_DRAFT).map(([flag, key]) => ({
  flag,
  from: `\`/server_info\` \`${keyOf(flag)}\` and the log \`Initialized ... ${key}=N\``,
  rule: 'equal, in both where both speak; absent: neither names one',
}));

const EXPLAINED = [...OWN, ...GROUPS, ...BUILT];

/** What the engine made of an argument, under the name of the flag. */
const OTHERS: readonly ReadBackEntry[] = FLAGS.filter(
  ({ name }) => !EXPLAINED.some(({ flag }) => flag === name),
).map(({ name }) => ({
  flag: name,
  from: `\`/server_info\` \`${keyOf(name)}\``,
  rule: rewrites(name)
    ? 'equal; forced where the engine says that it puts another value in its place'
    : 'equal',
}));

export const REFERENCE: EngineReference = {
  known_from:
    'SGLang 0.5.23 (`arg_groups/fields/*.py` and its usage text), older names that still work, and forks with a draft tree',
  flags: [
    ...FLAGS,
    ...FORK_FLAGS.map(({ flag, where }) => ({
      name: flag,
      aliases: [flag],
      type: `fork (${where})`,
      default: null,
    })),
  ],
  rules: STATIC_RULES,
  read_back: [...EXPLAINED, ...OTHERS],
  otherwise:
    '`/server_info` (older builds: `/get_server_info`) under the name of the flag with `_` for `-`. Where the report has no such key: the line `server_args=` of the log; else argv.',
};
