import { visible } from '../core/visible.ts';

/** Stands where a value is unknown: never 0, never nothing. */
export const UNKNOWN = '-';

/** Seconds as a person says them: `4.2 s`, `42 s`, `7 min 20 s`, `2 h 05 min`. */
export function duration(seconds: number | null): string {
  if (seconds === null) return UNKNOWN;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}

/** Three significant digits, which is more than such a number deserves. */
export function number(value: number | null): string {
  if (value === null) return UNKNOWN;
  const size = Math.abs(value);
  if (size >= 99.95) return value.toFixed(0);
  return value.toFixed(size >= 9.995 ? 1 : 2);
}

/** All readings of the same thing, side by side: a mean would hide how far they are apart. */
export function joined(values: readonly (number | null)[], separator: string): string {
  return values.every((value) => value === null) ? UNKNOWN : values.map(number).join(separator);
}

export function percent(ratio: number): string {
  const value = (ratio - 1) * 100;
  return `${value >= 0 ? '+' : ''}${value.toFixed(Math.abs(value) < 10 ? 1 : 0)} %`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The reader's own time of day; the date too where it is not obvious. */
export function timeOfDay(instant: string | number | Date): string {
  const at = new Date(instant);
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

export function dateAndTime(instant: string | number | Date): string {
  const at = new Date(instant);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${timeOfDay(at)}`;
}

/** A parameter's value: null means that the flag is absent. */
export function settingValue(value: string | number | boolean | null): string {
  return value === null ? 'absent' : visible(String(value));
}

export function setting(values: Readonly<Record<string, string | number | boolean | null>>): string {
  const parts = Object.entries(values).map(([name, value]) => `${visible(name)}=${settingValue(value)}`);
  return parts.length === 0 ? 'the base command' : parts.join(' ');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
