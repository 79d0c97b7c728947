import { refused, type StaticRule } from '../../static-rule.ts';
import { findFlag } from '../flags.ts';
import { seen } from './source.ts';

export const CACHE_TYPES = ['f32', 'f16', 'bf16', 'q8_0', 'q4_0', 'q4_1', 'iq4_nl', 'q5_0', 'q5_1'];
const PLAIN = ['f32', 'f16', 'bf16'];
const TYPED_CACHES = ['--cache-type-k', '--cache-type-v', '--spec-draft-type-k', '--spec-draft-type-v'];
/** Words that some numbers may be. */
const INSTEAD = ['auto', 'all'];

/** What the server refuses before it loads anything. */
export const REFUSALS: readonly StaticRule[] = [
  refused(
    {
      flags: [
        '--draft',
        '--draft-min',
        '--spec-ngram-size-n',
        '--spec-ngram-size-m',
        '--spec-ngram-min-hits',
      ],
      says: 'removed: the server names the successor and ends',
      source: seen('the argument has been removed. use --spec-draft-n-max or --spec-ngram-mod-n-max'),
    },
    (c) => {
      const gone = c.names.find((name) => findFlag(name)?.type === 'removed');
      return gone === undefined ? null : `${gone} has been removed: take its --spec- successor`;
    },
  ),
  refused(
    {
      flags: ['--ctx-size'],
      says: 'every flag of type number: a number (auto and all where they are offered)',
      source: seen('error while handling argument "-c": stoi'),
    },
    (c) => {
      const wrong = c.names.find((name) => {
        const value = c.asked(name);
        const begins = typeof value === 'string' && /^\s*[+-]?\.?\d/.test(value);
        return findFlag(name)?.type === 'number' && !begins && !INSTEAD.includes(String(value));
      });
      return wrong === undefined ? null : `${wrong} ${c.asked(wrong)} is no number`;
    },
  ),
  refused(
    {
      flags: ['--parallel'],
      says: 'not 0',
      source: seen('error while handling argument "--parallel": error: invalid value for n_parallel'),
    },
    (c) => (c.number('--parallel') === 0 ? '--parallel must not be 0' : null),
  ),
  refused(
    {
      flags: ['--flash-attn'],
      says: 'on, off or auto',
      source: seen("error: unknown value for --flash-attn: 'maybe'"),
    },
    (c) => {
      const value = c.asked('--flash-attn');
      const known = ['on', 'off', 'auto', '1', '0', 'true', 'false', 'enabled', 'disabled', '-1'];
      return typeof value === 'string' && !known.includes(value)
        ? `--flash-attn ${value} is neither on, off nor auto`
        : null;
    },
  ),
  refused(
    {
      flags: TYPED_CACHES,
      says: `one of ${CACHE_TYPES.join(', ')}`,
      source: seen('Unsupported cache type: q3_0'),
    },
    (c) => {
      const wrong = TYPED_CACHES.find((flag) => {
        const value = c.asked(flag);
        return typeof value === 'string' && !CACHE_TYPES.includes(value);
      });
      return wrong === undefined ? null : `${wrong} ${c.asked(wrong)} is no type of cache`;
    },
  ),
  refused(
    {
      flags: ['--cache-type-v', '--flash-attn'],
      says: 'a quantised V cache needs flash attention',
      source: seen('quantized V cache requires flash_attn to be enabled'),
    },
    (c) => {
      const type = c.asked('--cache-type-v');
      const off = ['off', '0', 'false', 'disabled'].includes(String(c.asked('--flash-attn')));
      return off && typeof type === 'string' && !PLAIN.includes(type)
        ? `--cache-type-v ${type} does not go with --flash-attn ${c.asked('--flash-attn')}`
        : null;
    },
  ),
];
