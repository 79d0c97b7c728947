import type { LogLine } from '../log-line.ts';
import { MiB, type Milliseconds } from '../units.ts';
import type { LifeFacts } from './observations.ts';

/** Share of one core below which CPU time is housekeeping (our own probes cost the server about that). */
const CPU_SHARE = 0.1;
const TICK_MS = 10;
/** A line that says the same again and again (but for numbers) is no progress. */
const TIMES_NEW = 3;

export interface Progress {
  readonly moved_at: Milliseconds;
  /** When the newest reading of the members was taken; only readings tell silence from not having looked. */
  readonly life_at: Milliseconds | null;
  readonly rss_bytes: number | null;
  readonly io_bytes: number | null;
  readonly cpu_ticks: number | null;
  readonly phase: string | null;
  readonly seen: ReadonlyMap<string, number>;
  /** Memory and I/O could be read: only then does silence mean anything. */
  readonly readable: boolean;
}

export function beginProgress(now: Milliseconds): Progress {
  return {
    moved_at: now,
    life_at: null,
    rss_bytes: null,
    io_bytes: null,
    cpu_ticks: null,
    phase: null,
    seen: new Map(),
    readable: false,
  };
}

export interface ProgressSample {
  readonly now: Milliseconds;
  readonly life: LifeFacts | null;
  readonly life_at: Milliseconds | null;
  readonly lines: readonly LogLine[];
  readonly phase: string | null;
}

/** Has anything moved since the last look: a new kind of log line, the phase, memory, I/O or CPU time. */
export function observeProgress(before: Progress, sample: ProgressSample): Progress {
  const { now, lines, phase } = sample;
  const life = sample.life_at === before.life_at ? null : sample.life;
  const seen = lines.length === 0 ? before.seen : new Map(before.seen);
  let moved = phase !== before.phase;
  for (const line of lines) {
    const kind = line.text.replace(/\d+/g, '#').slice(0, 200);
    const times = (before.seen.get(kind) ?? 0) + 1;
    if (times <= TIMES_NEW) moved = true;
    (seen as Map<string, number>).set(kind, times);
  }
  const rss = life?.rss_bytes ?? null;
  const io = life?.io_bytes ?? null;
  const cpu = life?.cpu_ticks ?? null;
  if (changed(before.rss_bytes, rss, MiB) || changed(before.io_bytes, io, 64 * 1024)) moved = true;
  const elapsed = Math.max(1, (sample.life_at ?? now) - (before.life_at ?? now));
  if (
    before.cpu_ticks !== null &&
    cpu !== null &&
    ((cpu - before.cpu_ticks) * TICK_MS) / elapsed >= CPU_SHARE
  )
    moved = true;
  return {
    moved_at: moved ? now : before.moved_at,
    life_at: sample.life_at,
    rss_bytes: rss ?? before.rss_bytes,
    io_bytes: io ?? before.io_bytes,
    cpu_ticks: cpu ?? before.cpu_ticks,
    phase,
    seen,
    readable: life === null ? before.readable : rss !== null && io !== null,
  };
}

function changed(before: number | null, after: number | null, by: number): boolean {
  return before !== null && after !== null && Math.abs(after - before) >= by;
}
