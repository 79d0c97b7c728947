import { describe, expect, it } from 'vitest';
import { findFlag } from '../../../../src/core/engine/vllm/flags.ts';
import { vllm } from '../../../../src/core/engine/vllm/index.ts';
import { command } from './fixture.ts';

const NGRAM = (more = '') => `--speculative-config {"method":"ngram","num_speculative_tokens":4${more}}`;
const taken = (words: string) => {
  const as = vllm.asTaken?.(command(words));
  if (as === undefined) throw new Error('nothing is said');
  return as;
};

describe('settings of which the engine makes one', () => {
  it.each([
    ['--enforce-eager --cudagraph-capture-sizes 1 2', '--enforce-eager', /does nothing with --enforce-eager/],
    ['--enforce-eager -cc.cudagraph_mode=full', '--enforce-eager', /does nothing with --enforce-eager/],
    ['-O3', '-O 2', /-O3 does what -O2 does/],
    [
      NGRAM(',"prompt_lookup_max":3'),
      NGRAM(',"prompt_lookup_max":3,"prompt_lookup_min":3'),
      /prompt_lookup_min/,
    ],
    [NGRAM(), NGRAM(',"prompt_lookup_min":5,"prompt_lookup_max":5'), /are both 5/],
    [`${NGRAM()} --no-async-scheduling`, NGRAM(), /scheduling ahead is off with ngram/],
    ['--long-prefill-token-threshold-adaptive', '', /does nothing without --long-prefill-token-threshold/],
    [
      '--no-enable-prefix-caching --prefix-caching-hash-algo xxhash',
      '--no-enable-prefix-caching',
      /does nothing without a prefix cache/,
    ],
    ['--all2all-backend pplx', '--all2all-backend allgather_reducescatter', /allgather_reducescatter/],
  ])('%s and %s', (one, other, why) => {
    expect(taken(one).same).toBe(taken(other).same);
    expect(taken(one).rewrites.join()).toMatch(why);
  });

  it.each([
    ['--max-num-batched-tokens 8k', '--max-num-batched-tokens 8000'],
    ['--gpu-memory-utilization 0.90', '--gpu-memory-utilization=0.9'],
    ['-tp 2', '--tensor-parallel-size 2'],
    ['--spec-method ngram --spec-tokens 4', '-sc.method=ngram -sc.num_speculative_tokens=4'],
  ])('%s is %s in other words', (one, other) => {
    expect(taken(one).same).toBe(taken(other).same);
  });

  it.each([
    ['--cudagraph-capture-sizes 1 2', '--cudagraph-capture-sizes 1 2 4'],
    ['--enforce-eager', '--no-enforce-eager'],
    ['--enforce-eager -cc.backend=eager', '--enforce-eager'],
    ['--max-num-batched-tokens 8k', '--max-num-batched-tokens 8K'],
    [`${NGRAM()} --async-scheduling`, NGRAM()],
    ['--no-enable-prefix-caching', '--enable-prefix-caching'],
    ['-O3', '-O1'],
    ['--fork-flag 1', '--fork-flag 2'],
  ])('%s and %s stay two', (one, other) => {
    expect(taken(one).same).not.toBe(taken(other).same);
  });
});

it('every rule names its release and its flags, which the engine has', () => {
  for (const { flags, says, source } of vllm.reference?.rules ?? []) {
    expect(source.where).toMatch(/^vLLM 0\.32\.0, /);
    expect(says).not.toBe('');
    expect(flags.filter((flag) => findFlag(flag.split('.')[0] ?? '') === null)).toEqual([]);
  }
  expect(vllm.reference?.rules.length).toBeGreaterThan(80);
});

it('a file with more flags leaves everything open', () => {
  expect(taken('-O3 --config a.yaml').same).not.toBe(taken('-O2 --config a.yaml').same);
});

it.each([
  ['--kv-cache-memory-bytes 8G --gpu-memory-utilization 0.9', /sets the size of the cache/],
  [
    '--max-num-batched-tokens 4096 --max-num-seqs 2 --max-model-len 1024',
    /exceeds --max-num-seqs \* --max-model-len \(2048\)/,
  ],
  [`--max-num-batched-tokens 100 ${NGRAM()}`, /100 is less than 8192/],
  ['--max-model-len auto', /what fits into the memory/],
  [`-dp 2 ${NGRAM(',"num_speculative_tokens_per_batch_size":[[1,4]]')}`, /is dropped/],
])('%s is warned of', (words, what) => {
  expect(taken(words).warnings.join('\n')).toMatch(what);
});

it('a concurrency that does not fit, and memory that is varied, are warned of', () => {
  const context = { concurrency: [1, 16], varied: new Set(['--gpu-memory-utilization']) };
  const words = command('--max-num-seqs 8 --gpu-memory-utilization 0.9');
  const text = vllm.asTaken?.(words, context).warnings.join('\n');
  expect(text).toMatch(/concurrency 16 is more than the 8 requests/);
  expect(text).toMatch(/only the start tells .* --gpu-memory-utilization 0\.9/);
});

it('a plain command is not warned of', () => {
  expect(taken('--max-num-seqs 8 --gpu-memory-utilization 0.9').warnings).toEqual([]);
});
