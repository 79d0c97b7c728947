import type { Context } from '../context.ts';
import { type Moment, strftime } from './strftime.ts';

const FORMATS: Readonly<Record<string, string>> = {
  '-R': '%a, %d %b %Y %H:%M:%S %z',
  '--rfc-email': '%a, %d %b %Y %H:%M:%S %z',
  '-I': '%F',
  '-Idate': '%F',
  '-Iseconds': '%FT%T%:z',
  '-Is': '%FT%T%:z',
  '-Ins': '%FT%T,%N%:z',
  '--iso-8601': '%F',
  '--iso-8601=date': '%F',
  '--iso-8601=seconds': '%FT%T%:z',
  '--iso-8601=ns': '%FT%T,%N%:z',
};
const UTC = new Set(['-u', '--utc', '--universal']);
const UNITS_MS: Readonly<Record<string, number>> = {
  sec: 1000,
  second: 1000,
  min: 60_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
};

/** date(1), for looking only: `+FORMAT`, -u, -d, -I, -R; its now is that of the context's clock. */
export async function date(context: Context, words: readonly string[]): Promise<void> {
  let format = '%a %b %e %H:%M:%S %Z %Y';
  let utc = context.env['TZ'] === 'UTC';
  let when = 'now';
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const named = FORMATS[word];
    const text = /^(?:-d|--date=)(.+)$/s.exec(word)?.[1];
    if (UTC.has(word)) utc = true;
    else if (named !== undefined) format = named;
    else if (word.startsWith('+')) format = word.slice(1);
    else if (text !== undefined) when = text;
    else if (word === '-d' || word === '--date') when = words[++at] ?? '';
    else return refuse(context, `unsupported here: ${word}`);
  }
  const epoch_ms = momentOf(when, context.clock.wall(), utc);
  if (epoch_ms === null) return refuse(context, `invalid date '${when}'`);
  context.stdout.write(`${strftime(format, inZone(epoch_ms, utc))}\n`);
}

/** `now`, `@SECONDS`, `10 minutes ago`, `+2 hours`, or a date with or without a time. null: it is none of these. */
function momentOf(text: string, now: number, utc: boolean): number | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'now') return now;
  const [, stamp] = /^@(-?\d+(?:\.\d*)?)$/.exec(trimmed) ?? [];
  if (stamp !== undefined) return Number(stamp) * 1000;
  const [, sign, count, unit = '', ago] = /^([+-]?)\s*(\d+)\s*([a-z]+?)s?(\s+ago)?$/i.exec(trimmed) ?? [];
  const length = UNITS_MS[unit.toLowerCase()];
  if (count !== undefined && length !== undefined)
    return now + ((sign === '-') !== (ago !== undefined) ? -1 : 1) * Number(count) * length;
  const [, day, time = '00:00:00', zone] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(trimmed) ??
    [];
  if (day === undefined) return null;
  const where =
    zone === undefined ? (utc ? 'Z' : '') : zone.replace('UTC', 'Z').replace(/(\d\d)(\d\d)$/, '$1:$2');
  const parsed = Date.parse(`${day}T${time}${where}`);
  return Number.isNaN(parsed) ? null : parsed;
}

function inZone(epoch_ms: number, utc: boolean): Moment {
  if (utc) return { epoch_ms, offset_min: 0, zone: 'UTC' };
  const at = new Date(epoch_ms);
  const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName');
  return { epoch_ms, offset_min: -at.getTimezoneOffset(), zone: zone?.value ?? '' };
}

function refuse(context: Context, message: string): void {
  context.stderr.write(`date: ${message}\n`);
  context.setExitCode(1);
}
