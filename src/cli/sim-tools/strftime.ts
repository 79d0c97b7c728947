const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAY_MS = 86_400_000;

/** A moment in one time zone. */
export interface Moment {
  readonly epoch_ms: number;
  /** Minutes east of Greenwich. */
  readonly offset_min: number;
  readonly zone: string;
}

/** A number with its usual width and what fills it, or a text. */
type Piece = readonly [value: number, width: number, fill: '0' | ' '] | string;

/** As date(1) writes it in the C locale; a sequence that is not known stays as it is. */
export function strftime(format: string, moment: Moment): string {
  return format.replace(
    /%([-_0^]?)(\d*)(:?[A-Za-z%])/g,
    (whole, flag: string, digits: string, letter: string) => {
      if (letter === 'N') return nanoseconds(moment).slice(0, Number(digits) || 9);
      const composed = COMPOSED[letter];
      if (composed !== undefined) return strftime(composed, moment);
      const piece = PIECES[letter]?.(moment, shifted(moment));
      if (piece === undefined) return whole;
      if (typeof piece === 'string') return flag === '^' ? piece.toUpperCase() : piece;
      const [value, width, fill] = piece;
      if (flag === '-') return String(value);
      return String(value).padStart(Number(digits) || width, flag === '_' ? ' ' : flag === '0' ? '0' : fill);
    },
  );
}

const COMPOSED: Readonly<Record<string, string>> = {
  F: '%Y-%m-%d',
  T: '%H:%M:%S',
  X: '%H:%M:%S',
  R: '%H:%M',
  D: '%m/%d/%y',
  x: '%m/%d/%y',
  r: '%I:%M:%S %p',
  c: '%a %b %e %H:%M:%S %Y',
};

/** `at` has its fields in the moment's zone, as those of UTC. */
const PIECES: Readonly<Record<string, (moment: Moment, at: Date) => Piece>> = {
  Y: (_, at) => [at.getUTCFullYear(), 1, '0'],
  C: (_, at) => [Math.floor(at.getUTCFullYear() / 100), 2, '0'],
  y: (_, at) => [at.getUTCFullYear() % 100, 2, '0'],
  m: (_, at) => [at.getUTCMonth() + 1, 2, '0'],
  d: (_, at) => [at.getUTCDate(), 2, '0'],
  e: (_, at) => [at.getUTCDate(), 2, ' '],
  j: (_, at) => [dayOfYear(at), 3, '0'],
  H: (_, at) => [at.getUTCHours(), 2, '0'],
  k: (_, at) => [at.getUTCHours(), 2, ' '],
  I: (_, at) => [at.getUTCHours() % 12 || 12, 2, '0'],
  l: (_, at) => [at.getUTCHours() % 12 || 12, 2, ' '],
  M: (_, at) => [at.getUTCMinutes(), 2, '0'],
  S: (_, at) => [at.getUTCSeconds(), 2, '0'],
  u: (_, at) => [at.getUTCDay() || 7, 1, '0'],
  w: (_, at) => [at.getUTCDay(), 1, '0'],
  s: ({ epoch_ms }) => [Math.floor(epoch_ms / 1000), 1, '0'],
  p: (_, at) => (at.getUTCHours() < 12 ? 'AM' : 'PM'),
  a: (_, at) => (WEEKDAYS[at.getUTCDay()] ?? '').slice(0, 3),
  A: (_, at) => WEEKDAYS[at.getUTCDay()] ?? '',
  b: (_, at) => (MONTHS[at.getUTCMonth()] ?? '').slice(0, 3),
  h: (_, at) => (MONTHS[at.getUTCMonth()] ?? '').slice(0, 3),
  B: (_, at) => MONTHS[at.getUTCMonth()] ?? '',
  z: (moment) => offset(moment, ''),
  ':z': (moment) => offset(moment, ':'),
  Z: ({ zone }) => zone,
  n: () => '\n',
  t: () => '\t',
  '%': () => '%',
};

function shifted({ epoch_ms, offset_min }: Moment): Date {
  return new Date(epoch_ms + offset_min * 60_000);
}

function dayOfYear(at: Date): number {
  return Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / DAY_MS) + 1;
}

function offset({ offset_min }: Moment, between: string): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.abs(offset_min);
  return `${offset_min < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${between}${two(minutes % 60)}`;
}

function nanoseconds({ epoch_ms }: Moment): string {
  const within = ((epoch_ms % 1000) + 1000) % 1000;
  return String(Math.floor(within * 1_000_000)).padStart(9, '0');
}
