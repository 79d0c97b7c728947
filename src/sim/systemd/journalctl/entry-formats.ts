import { Buffer } from 'node:buffer';
import { isoTime, longTime, microsecondsOf, syslogTime } from '../clock-text.ts';
import type { Entry } from '../journal/journal.ts';

export interface FormatOptions {
  /** `--all`: long fields are shown whole. */
  readonly all: boolean;
  readonly no_hostname: boolean;
  /** `--output-fields`; null: all. */
  readonly fields: readonly string[] | null;
}

export type EntryFormat = (entry: Entry, options: FormatOptions) => string;

/** What the JSON form leaves out as null without `--all`: name, equals sign and value together. */
const JSON_THRESHOLD_BYTES = 4096;

const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** Output formats of journalctl by name. What is not here is not simulated. */
export const ENTRY_FORMATS: Readonly<Record<string, EntryFormat>> = {
  short: short((entry) => syslogTime(entry.realtime_us / 1000)),
  'short-full': short((entry) => longTime(entry.realtime_us / 1000)),
  'short-iso': short((entry) => isoTime(entry.realtime_us / 1000)),
  'short-iso-precise': short((entry) => isoTime(entry.realtime_us / 1000, true)),
  'short-precise': short(
    ({ realtime_us }) => `${syslogTime(realtime_us / 1000)}.${microsecondsOf(realtime_us / 1000)}`,
  ),
  'short-unix': short(({ realtime_us }) => decimal(realtime_us)),
  'short-monotonic': short(({ monotonic_us }) => `[${decimal(monotonic_us).padStart(12)}]`),
  cat: ({ fields }) => `${fields['MESSAGE'] ?? ''}\n`,
  json: (entry, options) => `${JSON.stringify(jsonFields(entry, options))}\n`,
};

function decimal(us: number): string {
  return `${Math.floor(us / 1e6)}.${String(us % 1e6).padStart(6, '0')}`;
}

function short(time: (entry: Entry) => string): EntryFormat {
  return (entry, options) => {
    const {
      MESSAGE: message = '',
      _HOSTNAME: host = '',
      SYSLOG_IDENTIFIER: identifier,
      _PID: pid,
    } = entry.fields;
    const size = blobSize(message);
    const text = !options.all && UNPRINTABLE.test(message) ? `[${size} blob data]` : message;
    const place = options.no_hostname ? '' : `${host} `;
    return `${time(entry)} ${place}${identifier ?? 'unknown'}${pid === undefined ? '' : `[${pid}]`}: ${tabs(text)}\n`;
  };
}

function tabs(text: string): string {
  return text.replaceAll('\t', '        ');
}

function blobSize(message: string): string {
  const bytes = Buffer.byteLength(message);
  return bytes < 1024 ? `${bytes}B` : `${Math.floor((bytes / 1024) * 10) / 10}K`;
}

/** A character has three bytes at most: most values need not be measured. */
function isLong(name: string, value: string): boolean {
  const [fewest, most] = [name.length + 1 + value.length, name.length + 1 + 3 * value.length];
  return (
    most >= JSON_THRESHOLD_BYTES &&
    (fewest >= JSON_THRESHOLD_BYTES || bytesOf(name, value) >= JSON_THRESHOLD_BYTES)
  );
}

function bytesOf(name: string, value: string): number {
  return name.length + 1 + Buffer.byteLength(value);
}

/** A value that is not printable comes as its bytes, one that is too long as null. */
function jsonFields({ cursor, realtime_us, monotonic_us, fields }: Entry, options: FormatOptions) {
  const shown: Record<string, string | readonly number[] | null> = {
    __CURSOR: cursor,
    __REALTIME_TIMESTAMP: String(realtime_us),
    __MONOTONIC_TIMESTAMP: String(monotonic_us),
  };
  for (const name of Object.keys(fields)) {
    if (options.fields !== null && name !== '_BOOT_ID' && !options.fields.includes(name)) continue;
    const value = fields[name] ?? '';
    if (!options.all && isLong(name, value)) shown[name] = null;
    else shown[name] = UNPRINTABLE.test(value) ? [...Buffer.from(value)] : value;
  }
  return shown;
}
