import { type RuledCommand, refused, type StaticRule } from '../../static-rule.ts';
import { installed } from './source.ts';

const BATCH = '--max-num-batched-tokens';
const SEQUENCES = '--max-num-seqs';
const LENGTH = '--max-model-len';

const scheduler = (wording: string) => installed('config/scheduler.py', wording);

function moreThan(c: RuledCommand, flag: string, limit: string): string | null {
  const [value, most] = [c.number(flag), c.number(limit)];
  return value !== null && most !== null && most > 0 && value > most
    ? `${flag} ${value} is more than ${limit} ${most}`
    : null;
}

/** Lengths and batches that do not fit to each other. Of two flags that are compared both must be given. */
export const SCHEDULING_REFUSALS: readonly StaticRule[] = [
  refused(
    {
      flags: [SEQUENCES, BATCH],
      says: `no more than ${BATCH}`,
      source: scheduler('max_num_batched_tokens (N) must be greater than or equal to max_num_seqs (M).'),
    },
    (c) => moreThan(c, SEQUENCES, BATCH),
  ),
  refused(
    {
      flags: ['--max-num-active-seqs', SEQUENCES],
      says: `no more than ${SEQUENCES}`,
      source: scheduler('max_num_active_seqs (N) cannot be greater than max_num_seqs (M).'),
    },
    (c) => moreThan(c, '--max-num-active-seqs', SEQUENCES),
  ),
  refused(
    {
      flags: ['--long-prefill-token-threshold', LENGTH],
      says: `no more than ${LENGTH}`,
      source: scheduler('long_prefill_token_threshold (N) cannot be greater than the max_model_len (M).'),
    },
    (c) => moreThan(c, '--long-prefill-token-threshold', LENGTH),
  ),
  refused(
    {
      flags: [BATCH, LENGTH, '--enable-chunked-prefill'],
      says: `without chunked prefill no less than ${LENGTH}`,
      source: scheduler('max_num_batched_tokens (N) is smaller than max_model_len (M).'),
    },
    (c) => {
      if (c.asked('--enable-chunked-prefill') !== false) return null;
      const reason = moreThan(c, LENGTH, BATCH);
      return reason === null ? null : `${reason}, and chunked prefill is switched off`;
    },
  ),
];
