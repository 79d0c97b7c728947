import { refused, type StaticRule } from '../../static-rule.ts';
import { numeric } from '../../values.ts';
import { findFlag } from '../flags.ts';
import { CHOICES, LIMITS, type Limits } from '../limits.ts';
import { installed } from './source.ts';

const ALSO_WORDS: Readonly<Record<string, readonly string[]>> = { '--max-model-len': ['auto'] };

/** Single values: what is no number where one is needed, beyond its limits, or no word that the flag takes. */
export const VALUE_REFUSALS: readonly StaticRule[] = [
  ...Object.entries(LIMITS).map(([flag, limits]) =>
    refused({ flags: [flag], says: said(limits), source: installed('config/, limits of the fields') }, (c) =>
      beyond(flag, limits, c.asked(flag)),
    ),
  ),
  ...Object.entries(CHOICES).map(([flag, choices]) =>
    refused(
      {
        flags: [flag],
        says: `one of ${choices.join(', ')}`,
        source: installed('engine/arg_utils.py', 'invalid choice'),
      },
      (c) => {
        const value = c.asked(flag);
        return typeof value !== 'string' || choices.includes(value)
          ? null
          : `${flag} is one of ${choices.join(', ')}, not ${value}`;
      },
    ),
  ),
];

function said({ least, above, most, below }: Limits): string {
  return [
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(above === undefined ? [] : [`more than ${above}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
    ...(below === undefined ? [] : [`less than ${below}`]),
  ].join(', ');
}

function beyond(flag: string, limits: Limits, value: string | boolean | null): string | null {
  if (typeof value !== 'string' || ALSO_WORDS[flag]?.includes(value.toLowerCase()) === true) return null;
  const number = numeric(value);
  if (number === null)
    return `${flag} takes a ${findFlag(flag)?.type === 'size' ? 'whole number like 8192 or 8k' : 'number'}, not ${value}`;
  const { least = number, above, most = number, below } = limits;
  const inside =
    number >= least &&
    number <= most &&
    (above === undefined || number > above) &&
    (below === undefined || number < below);
  return inside ? null : `${flag} is ${said(limits)}, not ${value}`;
}
