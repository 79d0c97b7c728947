import { refused, type StaticRule } from '../../static-rule.ts';
import { askedKey, askedObject, commandOf } from '../command.ts';
import { FLAGS } from '../flags.ts';
import { SHORT_FLAGS } from '../speculation-asked.ts';
import { installed } from './source.ts';

/** Flags that are also a key of a JSON-valued flag: only one of the two may say it. */
const BOTH: readonly (readonly [flag: string, json: string, key: string])[] = [
  ['--attention-backend', '--attention-config', 'backend'],
  ['--cudagraph-capture-sizes', '--compilation-config', 'cudagraph_capture_sizes'],
  ['--max-cudagraph-capture-size', '--compilation-config', 'max_cudagraph_capture_size'],
  ['--enable-flashinfer-autotune', '--kernel-config', 'enable_flashinfer_autotune'],
  ...SHORT_FLAGS.map(([flag, key]) => [flag, '--speculative-config', key] as const),
];

/** Values that are given in two places, and JSON that is none. */
export const TWICE_REFUSALS: readonly StaticRule[] = [
  ...BOTH.map(([flag, json, key]) =>
    refused(
      {
        flags: [flag, json],
        says: `not beside the key ${key} of ${json}`,
        source: installed('engine/arg_utils.py', 'are mutually exclusive'),
      },
      (c) =>
        c.asked(flag) !== null && (askedKey(commandOf(c.argv), json, key) ?? null) !== null
          ? `${flag} and the key ${key} of ${json} exclude each other`
          : null,
    ),
  ),
  ...FLAGS.filter(({ type }) => type === 'json').map(({ name }) =>
    refused(
      { flags: [name], says: 'JSON, or its keys one by one', source: installed('engine/arg_utils.py') },
      (c) => {
        const value = c.asked(name);
        // some of these flags take a word as well, and JSON with `80m` for a number is taken, too
        if (typeof value !== 'string' || !value.trim().startsWith('{') || /\d[kKmMgGtT]\b/.test(value))
          return null;
        return askedObject(commandOf(c.argv), name) === undefined
          ? `the value of ${name} is no JSON object`
          : null;
      },
    ),
  ),
];
