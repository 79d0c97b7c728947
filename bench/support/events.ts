import { readFileSync } from 'node:fs';
import type { HoldPointName } from '../../src/core/documents/sweep.ts';
import type { JournalLine, JournalRecord } from '../../src/core/sweep/records.ts';

/** Times of the monotonic clock, in ms. */
export interface Delay {
  /** When it really happened. */
  readonly true_at: number;
  /** When Holdpoint acted on it. */
  readonly acted_at: number;
}

/** Own times of servers: event and pid to time. The first one counts. */
export function ownTimes(file: string): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const [event, pid, time] = line.split(' ');
    const key = `${event} ${pid}`;
    if (!times.has(key)) times.set(key, Number(time));
  }
  return times;
}

export interface Life {
  readonly pid: number;
  readonly start_ticks: number;
  readonly log_file: string;
  readonly begun_at: number;
}

export function lives(lines: readonly JournalLine[]): readonly Life[] {
  return lines.flatMap(({ record, mono_ms }) => {
    if (record.type !== 'generation') return [];
    const { pid, start_ticks } = record.generation;
    return [{ pid, start_ticks, log_file: record.log_file, begun_at: mono_ms }];
  });
}

/** The first record after `from` that is such; null: there is none. */
export function firstAfter(
  lines: readonly JournalLine[],
  from: number,
  is: (record: JournalRecord) => boolean,
): number | null {
  return lines.find(({ record, mono_ms }) => mono_ms >= from && is(record))?.mono_ms ?? null;
}

export function passed(name: HoldPointName): (record: JournalRecord) => boolean {
  return (record) =>
    record.type === 'holdpoint' && record.result.name === name && record.result.state === 'passed';
}

export function intends(method: string): (record: JournalRecord) => boolean {
  return (record) => record.type === 'intent' && record.method === method;
}

/** Delays that polls of this period would have had on the same events, each at a thousand random phases. */
export function polled(delays: readonly Delay[], period_ms: number): readonly number[] {
  let seed = 42;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  return delays.flatMap(({ true_at }) =>
    Array.from({ length: 1000 }, () => {
      const since = (true_at - random() * period_ms) % period_ms;
      return period_ms - (since < 0 ? since + period_ms : since);
    }),
  );
}
