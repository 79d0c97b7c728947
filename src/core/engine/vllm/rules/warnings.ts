import { type StaticRule, warned } from '../../static-rule.ts';
import { installed } from './source.ts';
import { key, SPECULATION } from './speculation.ts';

const BATCH = '--max-num-batched-tokens';
const SEQUENCES = '--max-num-seqs';
const LENGTH = '--max-model-len';
const UTILIZATION = '--gpu-memory-utilization';
const CACHE = '--kv-cache-memory-bytes';
const TOKENS = key('num_speculative_tokens');
const BY_BATCH = key('num_speculative_tokens_per_batch_size');
/** With fewer tokens in one step the engine warns as soon as it drafts. */
const MANY_TOKENS = 8192;
/** Whether these fit is known only from a start. */
const OF_MEMORY: readonly string[] = [
  UTILIZATION,
  CACHE,
  LENGTH,
  BATCH,
  SEQUENCES,
  '--num-gpu-blocks-override',
];

/** What starts, but does not mean what it seems to. */
export const WARNINGS: readonly StaticRule[] = [
  warned(
    {
      flags: [SEQUENCES],
      says: 'a concurrency above it cannot be measured: the rest waits in the queue',
      source: installed(
        'config/scheduler.py',
        'Maximum number of sequences to be processed in a single iteration.',
      ),
    },
    (c) => {
      const most = c.number(SEQUENCES);
      const above = most === null ? [] : c.concurrency.filter((each) => each > most);
      return above.length === 0
        ? null
        : `concurrency ${above.join(', ')} is more than the ${most} requests that run at once: what is measured is the queue`;
    },
  ),
  warned(
    {
      flags: [CACHE, UTILIZATION],
      says: `sets the size of the cache: ${UTILIZATION} only decides whether the start is refused`,
      source: installed(
        'v1/worker/gpu_worker.py',
        'This does not respect the gpu_memory_utilization config.',
      ),
    },
    (c) =>
      c.asked(CACHE) !== null && c.asked(UTILIZATION) !== null
        ? `${CACHE} sets the size of the cache: ${UTILIZATION} only decides whether the start is refused`
        : null,
  ),
  warned(
    {
      flags: [BATCH, SEQUENCES, LENGTH],
      says: `more than ${SEQUENCES} * ${LENGTH} is never filled`,
      source: installed(
        'config/scheduler.py',
        'max_num_batched_tokens (N) exceeds max_num_seqs * max_model_len (M). This may lead to unexpected behavior.',
      ),
    },
    (c) => {
      const [batch, sequences, length] = [BATCH, SEQUENCES, LENGTH].map((flag) => c.number(flag) ?? 0);
      if (!batch || !sequences || !length || length < 0) return null;
      return batch > sequences * length
        ? `${BATCH} ${batch} exceeds ${SEQUENCES} * ${LENGTH} (${sequences * length})`
        : null;
    },
  ),
  warned(
    {
      flags: [BATCH, SPECULATION],
      says: `slow with speculation below ${MANY_TOKENS}`,
      source: installed(
        'config/vllm.py',
        'max_num_scheduled_tokens is set to N based on the speculative decoding settings. This may lead to suboptimal performance.',
      ),
    },
    (c) => {
      const batch = c.number(BATCH);
      const drafts = c.asked(TOKENS) !== null || c.asked(key('method')) !== null;
      return drafts && batch !== null && batch < MANY_TOKENS
        ? `${BATCH} ${batch} is less than ${MANY_TOKENS}, which speculation may make slow`
        : null;
    },
  ),
  warned(
    {
      flags: [LENGTH],
      says: 'auto and -1: as long as fits into the memory that is free at the start',
      source: installed('config/model.py'),
    },
    (c) =>
      ['-1', 'auto'].includes(String(c.asked(LENGTH)).toLowerCase())
        ? `${LENGTH} is left to the engine, which takes what fits into the memory that is free at the start`
        : null,
  ),
  warned(
    {
      flags: [BY_BATCH, '--data-parallel-size'],
      says: 'dropped with several data-parallel parts',
      source: installed(
        'config/vllm.py',
        'Dynamic speculative decoding is not supported with data parallelism',
      ),
    },
    (c) =>
      (c.number('--data-parallel-size') ?? 1) > 1 && c.asked(BY_BATCH) !== null
        ? 'num_speculative_tokens_per_batch_size is dropped with several data-parallel parts'
        : null,
  ),
  warned(
    {
      flags: OF_MEMORY,
      says: 'whether the memory suffices is known only from a start',
      source: installed(
        'v1/core/kv_cache_utils.py',
        "To serve at least one request with the model's max seq len",
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
