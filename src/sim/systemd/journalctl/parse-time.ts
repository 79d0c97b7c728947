import type { EpochMilliseconds } from '../../../core/units.ts';
import { parseTimeSpan } from '../unit-file/time-span.ts';

const DAY_MS = 86_400_000;
const CALENDAR = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?(?: UTC)?$/;

/** A moment as `--since` takes it (systemd.time(7)), in UTC. null: not a time. */
export function parseTime(text: string, now: EpochMilliseconds): EpochMilliseconds | null {
  if (text === 'now') return now;
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  if (text === 'today') return today;
  if (text === 'yesterday') return today - DAY_MS;
  if (/^@[0-9]+(?:\.[0-9]+)?$/.test(text)) return Number(text.slice(1)) * 1000;
  const ago = /^(?:-(.+)|(.+) ago)$/.exec(text);
  if (ago !== null) {
    const span = parseTimeSpan(ago[1] ?? ago[2] ?? '');
    return span === null ? null : now - span;
  }
  const calendar = CALENDAR.exec(text);
  if (calendar === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = calendar;
  return (
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) +
    Number(second) * 1000
  );
}
