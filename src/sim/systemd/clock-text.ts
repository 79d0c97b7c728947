import type { EpochMilliseconds } from '../../core/units.ts';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The simulated machine's zone is UTC. Fields of a moment, as the texts below need them. */
function fields(wall: EpochMilliseconds) {
  const date = new Date(Math.floor(wall));
  const [day = '', time = ''] = date.toISOString().split('T');
  return {
    weekday: DAYS[date.getUTCDay()] ?? '',
    month: MONTHS[date.getUTCMonth()] ?? '',
    day_of_month: day.slice(8),
    day,
    time: time.slice(0, 8),
    microseconds: String(Math.round((wall % 1000) * 1000)).padStart(6, '0'),
  };
}

/** `Sun 2026-11-29 22:04:03 UTC`. */
export function longTime(wall: EpochMilliseconds): string {
  const { weekday, day, time } = fields(wall);
  return `${weekday} ${day} ${time} UTC`;
}

/** `Sun 2026-11-29 22:04:03.099646 UTC`. */
export function preciseLongTime(wall: EpochMilliseconds): string {
  const { weekday, day, time, microseconds } = fields(wall);
  return `${weekday} ${day} ${time}.${microseconds} UTC`;
}

/** `Nov 29 22:04:03`, the form of syslog. */
export function syslogTime(wall: EpochMilliseconds): string {
  const { month, day_of_month, time } = fields(wall);
  return `${month} ${day_of_month} ${time}`;
}

/** `2026-11-29T22:04:03+0000`; precise: with microseconds. */
export function isoTime(wall: EpochMilliseconds, precise = false): string {
  const { day, time, microseconds } = fields(wall);
  return `${day}T${time}${precise ? `.${microseconds}` : ''}+0000`;
}

/** `.099646`-like part of a second, six digits. */
export function microsecondsOf(wall: EpochMilliseconds): string {
  return fields(wall).microseconds;
}
