import { rewritten, type StaticRule } from '../../static-rule.ts';
import { commonMethod } from '../speculation-asked.ts';
import { installed } from './source.ts';
import { askedMethod, key } from './speculation.ts';

const EAGER = '--enforce-eager';
const GRAPHS: readonly string[] = [
  '--cudagraph-capture-sizes',
  '--max-cudagraph-capture-size',
  ...['mode', 'cudagraph_mode', 'cudagraph_capture_sizes', 'max_cudagraph_capture_size'].map(
    (name) => `--compilation-config.${name}`,
  ),
];
const METHOD = key('method');
const LEAST = key('prompt_lookup_min');
const MOST = key('prompt_lookup_max');
const THRESHOLD = '--long-prefill-token-threshold';
const ADAPTIVE = '--long-prefill-token-threshold-adaptive';
const EXCHANGE = '--all2all-backend';
const HASH = '--prefix-caching-hash-algo';
/** Where neither is given. */
const LOOKUP = '5';

/** What the engine puts in place of what it was given, and starts all the same: two settings are then one. */
export const REWRITES: readonly StaticRule[] = [
  rewritten(
    {
      flags: [EAGER, ...GRAPHS],
      says: 'switches compilation and graphs off: their modes and sizes do nothing',
      source: installed(
        'config/vllm.py',
        'Enforce eager set, disabling torch.compile and CUDAGraphs. This is equivalent to setting -cc.mode=none -cc.cudagraph_mode=none',
      ),
    },
    (c) => {
      const given = c.asked(EAGER) === true ? GRAPHS.filter((flag) => c.asked(flag) !== null) : [];
      return given.length === 0
        ? null
        : {
            text: `${given.join(', ')} does nothing with ${EAGER}`,
            becomes: Object.fromEntries(given.map((flag) => [flag, null])),
          };
    },
  ),
  rewritten(
    {
      flags: ['--optimization-level'],
      says: '3 does what 2 does',
      source: installed('config/vllm.py', 'O3: Currently the same as -O2s.'),
    },
    (c) =>
      c.number('--optimization-level') === 3
        ? { text: '-O3 does what -O2 does', becomes: { '--optimization-level': 2 } }
        : null,
  ),
  rewritten(
    {
      flags: [METHOD],
      says: '[ngram] is ngram, and each method of the form NAME_mtp is mtp',
      source: installed('config/speculative.py', 'method `NAME` is deprecated and replaced with mtp.'),
    },
    (c) => {
      const method = c.asked(METHOD);
      const common = typeof method === 'string' ? commonMethod(method) : method;
      return common === method
        ? null
        : { text: `the method ${method} is ${common}`, becomes: { [METHOD]: common } };
    },
  ),
  rewritten(
    {
      flags: [LEAST, MOST],
      says: `where one is missing it takes the value of the other, and ${LOOKUP} where both are`,
      source: installed('config/speculative.py'),
    },
    (c) => {
      const method = askedMethod(c);
      const [least, most] = [c.asked(LEAST), c.asked(MOST)];
      if ((method !== 'ngram' && method !== 'ngram_gpu') || (least !== null && most !== null)) return null;
      const value = least ?? most ?? LOOKUP;
      return {
        text: `prompt_lookup_min and prompt_lookup_max are both ${value}`,
        becomes: { [LEAST]: value, [MOST]: value },
      };
    },
  ),
  rewritten(
    {
      flags: ['--async-scheduling', METHOD],
      says: 'off by itself with ngram and suffix',
      source: installed(
        'config/vllm.py',
        'Async scheduling not supported with NAME-based speculative decoding and will be disabled.',
      ),
    },
    (c) => {
      const method = askedMethod(c);
      return c.asked('--async-scheduling') === false && (method === 'ngram' || method === 'suffix')
        ? {
            text: `scheduling ahead is off with ${method}, asked or not`,
            becomes: { '--no-async-scheduling': null },
          }
        : null;
    },
  ),
  rewritten(
    {
      flags: [ADAPTIVE, THRESHOLD],
      says: `does nothing without ${THRESHOLD}`,
      source: installed('config/scheduler.py', 'Only applies when long_prefill_token_threshold is nonzero.'),
    },
    (c) =>
      c.asked(ADAPTIVE) === true && (c.number(THRESHOLD) ?? 0) === 0
        ? { text: `${ADAPTIVE} does nothing without ${THRESHOLD}`, becomes: { [ADAPTIVE]: null } }
        : null,
  ),
  rewritten(
    {
      flags: [HASH, '--enable-prefix-caching'],
      says: 'does nothing where the prefix cache is switched off',
      source: installed('config/cache.py', 'Set the hash algorithm for prefix caching'),
    },
    (c) =>
      c.asked('--enable-prefix-caching') === false && c.asked(HASH) !== null
        ? { text: `${HASH} does nothing without a prefix cache`, becomes: { [HASH]: null } }
        : null,
  ),
  rewritten(
    {
      flags: [EXCHANGE],
      says: 'naive and pplx become allgather_reducescatter',
      source: installed(
        'config/parallel.py',
        "The 'NAME' all2all backend has been removed. Falling back to 'allgather_reducescatter'.",
      ),
    },
    (c) => {
      const name = c.asked(EXCHANGE);
      return name === 'naive' || name === 'pplx'
        ? {
            text: `${EXCHANGE} ${name} becomes allgather_reducescatter`,
            becomes: { [EXCHANGE]: 'allgather_reducescatter' },
          }
        : null;
    },
  ),
];
