import type { EpochMilliseconds } from '../../../core/units.ts';
import { type OptionSpec, parseOptions } from '../options.ts';
import { parseTime } from './parse-time.ts';

/** What a command line of journalctl asks for. */
export interface JournalQuery {
  readonly words: readonly string[];
  readonly units: readonly string[];
  readonly identifiers: readonly string[];
  readonly output: string;
  readonly after_cursor: string | null;
  readonly cursor: string | null;
  readonly since: EpochMilliseconds | null;
  readonly until: EpochMilliseconds | null;
  /** At most so important: 0 (emergency) to 7 (debug); null: all. */
  readonly priority: number | null;
  /** null: all. */
  readonly lines: number | null;
  /** Only the present boot. */
  readonly boot: boolean;
  readonly user: boolean;
  readonly show_cursor: boolean;
  readonly quiet: boolean;
  readonly reverse: boolean;
  readonly all: boolean;
  readonly no_hostname: boolean;
  readonly fields: readonly string[] | null;
  readonly version: boolean;
}

const SPECS: readonly OptionSpec[] = [
  { long: 'unit', short: 'u', value: 'required' },
  { long: 'identifier', short: 't', value: 'required' },
  { long: 'output', short: 'o', value: 'required' },
  { long: 'output-fields', value: 'required' },
  { long: 'after-cursor', value: 'required' },
  { long: 'cursor', short: 'c', value: 'required' },
  { long: 'since', short: 'S', value: 'required' },
  { long: 'until', short: 'U', value: 'required' },
  { long: 'priority', short: 'p', value: 'required' },
  { long: 'lines', short: 'n', value: 'optional' },
  { long: 'boot', short: 'b', value: 'optional' },
  { long: 'show-cursor', value: 'none' },
  { long: 'user', value: 'none' },
  { long: 'system', value: 'none' },
  { long: 'quiet', short: 'q', value: 'none' },
  { long: 'reverse', short: 'r', value: 'none' },
  { long: 'all', short: 'a', value: 'none' },
  { long: 'no-hostname', value: 'none' },
  { long: 'no-pager', value: 'none' },
  { long: 'no-tail', value: 'none' },
  { long: 'utc', value: 'none' },
  { long: 'catalog', short: 'x', value: 'none' },
  { long: 'pager-end', short: 'e', value: 'none' },
  { long: 'merge', short: 'm', value: 'none' },
  { long: 'version', value: 'none' },
];

const PRIORITIES = ['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug'];

/** Reads the arguments. A string: what is wrong, as journalctl says it. */
export function readQuery(argv: readonly string[], now: EpochMilliseconds): JournalQuery | string {
  const parsed = parseOptions('journalctl', joinOptional(argv), SPECS);
  if (!parsed.ok) return parsed.error;
  const given = new Map<string, string[]>();
  for (const { name, value } of parsed.options) given.set(name, [...(given.get(name) ?? []), value ?? '']);
  const values = (name: string): readonly string[] => given.get(name) ?? [];
  const last = (name: string) => values(name).at(-1) ?? null;
  const has = (name: string) => given.has(name);
  const times: (EpochMilliseconds | null)[] = [];
  for (const name of ['since', 'until']) {
    const text = last(name);
    const time = text === null ? null : parseTime(text, now);
    if (text !== null && time === null) return `Failed to parse timestamp: ${text}`;
    times.push(time);
  }
  const [since = null, until = null] = times;
  if ([last('since'), last('cursor'), last('after-cursor')].filter((value) => value !== null).length > 1)
    return 'Please specify only one of --since=, --cursor=, and --after-cursor=.';
  const boot = last('boot');
  if (boot !== null && !['', '0', '-0'].includes(boot))
    return `Data from the specified boot (${boot}) is not available: No such boot ID in journal`;
  const level = last('priority');
  const priority = level === null ? null : /^[0-7]$/.test(level) ? Number(level) : PRIORITIES.indexOf(level);
  if (priority === -1) return `Unknown log level ${level}`;
  const lines = last('lines');
  return {
    words: parsed.words,
    units: values('unit'),
    identifiers: values('identifier'),
    output: last('output') ?? 'short',
    after_cursor: last('after-cursor'),
    cursor: last('cursor'),
    since,
    until,
    priority,
    lines: lines === null || lines === 'all' ? null : Number(lines === '' ? '10' : lines),
    boot: boot !== null,
    user: has('user') && !has('system'),
    show_cursor: has('show-cursor'),
    quiet: has('quiet'),
    reverse: has('reverse'),
    all: has('all'),
    no_hostname: has('no-hostname'),
    fields: last('output-fields')?.split(',') ?? null,
    version: has('version'),
  };
}

/** `-n 5` and `-b 0`: an optional value may stand apart where it looks like one. */
function joinOptional(argv: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    const next = argv[at + 1] ?? '';
    const takes = /^(?:-n|--lines)$/.test(word)
      ? /^(?:[0-9]+|all)$/
      : /^(?:-b|--boot)$/.test(word)
        ? /^-?[0-9]+$/
        : null;
    if (takes?.test(next) !== true) {
      joined.push(word);
      continue;
    }
    joined.push(word.startsWith('--') ? `${word}=${next}` : `${word}${next}`);
    at += 1;
  }
  return joined;
}
