import type { ParameterValue } from '../../engine/definition.ts';
import { isPassable } from '../../plan/values.ts';
import type { Milliseconds } from '../../units.ts';
import { suggest } from '../did-you-mean.ts';
import { DURATION_PATTERN, formatDuration, parseDuration } from '../duration.ts';
import { bad, good, kindOf, quoted } from '../parsed.ts';
import { leaf } from './leaf.ts';

/** Longer text in the file is a slip; the kernel takes 128 KiB in one argument. */
const LONGEST_TEXT = 32_768;

/** Text of one line or more. `what` names it in messages: `a name of a model`. */
export function text(
  description: string,
  options: {
    readonly pattern?: RegExp;
    readonly what?: string;
    readonly example?: string;
    readonly longest?: number;
  } = {},
) {
  const { pattern, what = 'text', example, longest = LONGEST_TEXT } = options;
  const remedy = example === undefined ? description : `for example ${example}`;
  return leaf(
    (value) => {
      if (typeof value !== 'string')
        return bad(
          `must be text, not ${kindOf(value)}`,
          value === null ? remedy : `in quotes: "${String(value)}"`,
        );
      if (value === '') return bad('must not be empty', remedy);
      if (value.length > longest) return bad(`longer than ${longest} characters`, remedy);
      if (!isPassable(value))
        return bad('holds a NUL or half a character, which no process can be given', 'leave it out');
      return pattern === undefined || pattern.test(value)
        ? good(value)
        : bad(`${quoted(value)} is not ${what}`, remedy);
    },
    {
      type: 'string',
      description,
      ...(pattern === undefined ? {} : { pattern: pattern.source }),
      ...(example === undefined ? {} : { examples: [example] }),
    },
  );
}

/** A word of a command: any text that a process can be given, empty text too. */
export function word(description: string) {
  return leaf(
    (value) => {
      if (typeof value === 'number' || typeof value === 'boolean') return good(String(value));
      if (typeof value !== 'string')
        return bad(
          `must be one word of the command, not ${kindOf(value)}`,
          'one argument for each item of the list',
        );
      if (value.length > LONGEST_TEXT)
        return bad(`longer than ${LONGEST_TEXT} characters`, 'put it into a file');
      return isPassable(value)
        ? good(value)
        : bad('holds a NUL or half a character, which no process can be given', 'leave it out');
    },
    { type: ['string', 'number', 'boolean'], description },
  );
}

/** One of a few words. */
export function choice<const T extends string>(values: readonly T[], description: string, preset?: T) {
  return leaf<T>(
    (value) => {
      const found = values.find((known) => known === value);
      if (found !== undefined) return good(found);
      return bad(
        `${quoted(value)} is not one of ${values.join(', ')}`,
        typeof value === 'string' ? suggest(value, values) : `write ${values.join(' or ')}`,
      );
    },
    { type: 'string', description, enum: values, ...(preset === undefined ? {} : { default: preset }) },
  );
}

export function wholeNumber(description: string, minimum: number, maximum: number, preset?: number) {
  const range = `a whole number from ${minimum} to ${maximum}`;
  return leaf<number>(
    (value) => {
      if (typeof value !== 'number') return bad(`must be ${range}, not ${kindOf(value)}`, `write ${range}`);
      return Number.isInteger(value) && value >= minimum && value <= maximum
        ? good(value)
        : bad(`${value} is not ${range}`, `write ${range}`);
    },
    { type: 'integer', description, minimum, maximum, ...(preset === undefined ? {} : { default: preset }) },
  );
}

export function decimal(description: string, minimum: number, maximum: number, preset?: number) {
  const range = `a number from ${minimum} to ${maximum}`;
  return leaf<number>(
    (value) =>
      typeof value === 'number' && value >= minimum && value <= maximum
        ? good(value)
        : bad(`${quoted(value)} is not ${range}`, `write ${range}`),
    { type: 'number', description, minimum, maximum, ...(preset === undefined ? {} : { default: preset }) },
  );
}

/** A length of time within bounds; with `auto`, also that word (null). */
export function duration(
  description: string,
  bounds: {
    readonly minimum: Milliseconds;
    readonly maximum: Milliseconds;
    readonly preset?: string;
    readonly auto?: boolean;
  },
) {
  const { minimum, maximum, preset, auto = false } = bounds;
  return leaf<Milliseconds | null>(
    (value) => {
      if (auto && value === 'auto') return good(null);
      const parsed = parseDuration(value);
      if (!parsed.ok) return auto ? { ...parsed, remedy: `${parsed.remedy}; or auto` } : parsed;
      if (parsed.value >= minimum && parsed.value <= maximum) return parsed;
      const range = `${formatDuration(minimum)} to ${formatDuration(maximum)}`;
      return bad(`${quoted(value)} is out of bounds`, `write a length of time from ${range}`);
    },
    {
      type: minimum === 0 ? ['string', 'integer'] : 'string',
      description,
      pattern: auto ? `${DURATION_PATTERN}|^auto$` : DURATION_PATTERN,
      ...(preset === undefined ? {} : { default: preset }),
    },
  );
}

/** Yes or no. */
export function flag(description: string, preset: boolean) {
  return leaf<boolean>(
    (value) =>
      typeof value === 'boolean'
        ? good(value)
        : bad(`must be true or false, not ${kindOf(value)}`, 'write true or false, without quotes'),
    { type: 'boolean', description, default: preset },
  );
}

/** A value of a parameter. */
export function scalar(description: string) {
  return leaf<ParameterValue>(
    (value) => {
      if (value === null || typeof value === 'boolean' || typeof value === 'number') return good(value);
      if (typeof value !== 'string')
        return bad(`must be one value, not ${kindOf(value)}`, 'text, a number, true, false or null (absent)');
      if (value.length > LONGEST_TEXT)
        return bad(`longer than ${LONGEST_TEXT} characters`, 'put it into a file');
      return isPassable(value)
        ? good(value)
        : bad('holds a NUL or half a character, which no process can be given', 'leave it out');
    },
    { type: ['string', 'number', 'boolean', 'null'], description },
  );
}
