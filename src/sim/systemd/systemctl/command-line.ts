import { type OptionSpec, parseOptions } from '../options.ts';
import type { TimeStyle } from './properties.ts';

/** What a command line of systemctl asks for. */
export interface CommandLine {
  readonly verb: string | null;
  readonly words: readonly string[];
  /** null: all that are not empty. */
  readonly properties: readonly string[] | null;
  readonly value_only: boolean;
  readonly time_style: TimeStyle;
  readonly no_block: boolean;
  readonly job_mode: string;
  readonly signal: string;
  readonly kill_whom: string;
  readonly quiet: boolean;
  readonly user: boolean;
  readonly lines: number;
  readonly version: boolean;
}

const SPECS: readonly OptionSpec[] = [
  { long: 'property', short: 'p', value: 'required' },
  { long: 'value-of', short: 'P', value: 'required' },
  { long: 'value', value: 'none' },
  { long: 'timestamp', value: 'required' },
  { long: 'no-block', value: 'none' },
  { long: 'job-mode', value: 'required' },
  { long: 'signal', short: 's', value: 'required' },
  { long: 'kill-whom', value: 'required' },
  { long: 'kill-who', value: 'required' },
  { long: 'quiet', short: 'q', value: 'none' },
  { long: 'user', value: 'none' },
  { long: 'system', value: 'none' },
  { long: 'lines', short: 'n', value: 'required' },
  { long: 'output', short: 'o', value: 'required' },
  { long: 'full', short: 'l', value: 'none' },
  { long: 'all', short: 'a', value: 'none' },
  { long: 'now', value: 'none' },
  { long: 'no-pager', value: 'none' },
  { long: 'no-legend', value: 'none' },
  { long: 'no-ask-password', value: 'none' },
  { long: 'version', value: 'none' },
];

const TIME_STYLES: Readonly<Record<string, TimeStyle>> = {
  pretty: 'pretty',
  utc: 'pretty',
  us: 'us',
  µs: 'us',
  'us+utc': 'us',
  'µs+utc': 'us',
  unix: 'unix',
};

/** Reads the arguments. A string: what is wrong, as systemctl says it. */
export function readCommandLine(argv: readonly string[]): CommandLine | string {
  const parsed = parseOptions('systemctl', argv, SPECS);
  if (!parsed.ok) return parsed.error;
  const values = (...names: string[]) =>
    parsed.options.filter(({ name }) => names.includes(name)).map(({ value }) => value ?? '');
  const last = (...names: string[]) => values(...names).at(-1) ?? null;
  const has = (name: string) => values(name).length > 0;
  const style = last('timestamp') ?? 'pretty';
  const time_style = TIME_STYLES[style];
  if (time_style === undefined) return `Invalid value: ${style}.`;
  const properties = values('property', 'value-of').flatMap((list) => list.split(','));
  return {
    verb: parsed.words[0] ?? null,
    words: parsed.words.slice(1),
    properties: properties.length === 0 ? null : properties,
    value_only: has('value') || has('value-of'),
    time_style,
    no_block: has('no-block'),
    job_mode: last('job-mode') ?? 'replace',
    signal: last('signal') ?? 'TERM',
    kill_whom: last('kill-whom', 'kill-who') ?? 'all',
    quiet: has('quiet'),
    user: has('user') && !has('system'),
    lines: Number(last('lines') ?? 10),
    version: has('version'),
  };
}
