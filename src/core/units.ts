/**
 * Units as flavoured numbers: a plain number may become one, but one unit never passes for another.
 * Text with a unit is parsed once, at the edge, by `parseDuration` and `parseSize` in `core/config`.
 */
declare const unit: unique symbol;

type Flavoured<U extends string> = number & { readonly [unit]?: U };

/** Milliseconds of a monotonic clock, or a length of time. */
export type Milliseconds = Flavoured<'ms'>;

/** Milliseconds since 1970-01-01 UTC. */
export type EpochMilliseconds = Flavoured<'epoch-ms'>;

/** Bytes. */
export type Bytes = Flavoured<'bytes'>;

/** Kernel clock ticks since boot (field 22 of /proc/PID/stat). */
export type StartTicks = Flavoured<'ticks'>;

export const KiB = 1024;
export const MiB = 1024 * KiB;
export const GiB = 1024 * MiB;
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** Milliseconds as seconds with three decimals, the form of every `_s` key in documents. */
export function seconds(ms: Milliseconds): number {
  return Math.round(ms) / 1000;
}
