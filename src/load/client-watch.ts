import { createHistogram, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import type { Milliseconds } from '../core/units.ts';

/** Each look costs a wake-up, of which one stream has no more than 100 a second by itself. */
const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;

/** What the client saw of itself while it made load; null: too short to say. */
export interface ClientReadings {
  /** By how much this process gets late to its work, in 99 of 100 moments: an event that is read late is stamped late. */
  readonly delay_p99_ms: Milliseconds | null;
  /** The longest time for which it did not get to its work at all. */
  readonly longest_pause_ms: Milliseconds | null;
  /** How long reads may have waited for others, and for what these cost, in 99 of 100. */
  readonly read_wait_p99_ms: Milliseconds | null;
  /** The same in 95 of 100. */
  readonly read_wait_p95_ms: Milliseconds | null;
  /** The same in every second one: turns in which this process was interrupted do not reach it, a cost of each event does. */
  readonly read_wait_p50_ms: Milliseconds | null;
  readonly reads: number;
  /** The longest collection of garbage. */
  readonly longest_gc_ms: Milliseconds;
  /** Share of one core that this process took. */
  readonly cpu_share: number;
}

/** The client as it watches itself. */
export interface ClientWatch {
  /** Called at each read, before it is parsed. */
  read(): void;
  stop(): ClientReadings;
}

export function watchClient(): ClientWatch {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const waits = createHistogram();
  let longest_gc_ms = 0;
  const collector = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest_gc_ms = Math.max(longest_gc_ms, duration);
  });
  collector.observe({ entryTypes: ['gc'] });
  delay.enable();
  const [since, cpu] = [performance.now(), process.cpuUsage()];
  /** Since when a read of this turn of the event loop may have waited; null: none was made yet. */
  let turn: number | null = null;
  /** Of most turns the first read is the only one, for which nothing was waited: they are not put into the histogram. */
  let firsts = 0;
  /** When the last read was made, after which came the work that it caused. */
  let last = 0;
  /** How long this process had been idle by the end of the last turn with reads; -1: there was none. */
  let idle_ms = -1;
  const turned = () => {
    turn = null;
    idle_ms = performance.nodeTiming.idleTime;
  };
  const waited = (at: number, since: number) =>
    waits.record(Math.max(1, Math.round((at - since) * NS_PER_MS)));
  // the histogram holds the whole intervals between two ticks of its timer, its resolution included
  const late = (ns: number) => (delay.count === 0 ? null : Math.max(0, ns / NS_PER_MS - RESOLUTION_MS));
  return {
    read() {
      const at = performance.now();
      const before = last;
      last = at;
      if (turn !== null) return waited(at, turn);
      setImmediate(turned);
      // where this process was not idle meanwhile, what has been read now may have come at any time since then
      turn = performance.nodeTiming.idleTime === idle_ms ? before : at;
      if (turn < at) waited(at, turn);
      else firsts++;
    },
    stop() {
      delay.disable();
      collector.disconnect();
      const used = process.cpuUsage(cpu);
      const reads = firsts + waits.count;
      const among = (percent: number) => {
        if (reads === 0) return null;
        const above = (percent * reads) / 100 - firsts;
        return above <= 0 ? 0 : waits.percentile((100 * above) / waits.count) / NS_PER_MS;
      };
      return {
        delay_p99_ms: late(delay.percentile(99)),
        longest_pause_ms: late(delay.max),
        read_wait_p99_ms: among(99),
        read_wait_p95_ms: among(95),
        read_wait_p50_ms: among(50),
        reads,
        longest_gc_ms,
        cpu_share: (used.user + used.system) / 1000 / (performance.now() - since),
      };
    },
  };
}

/** Readings of a client whose clock runs at another speed than the machine's. */
export function atSpeed(readings: ClientReadings, speed: number): ClientReadings {
  const scaled = (ms: number | null) => (ms === null ? null : ms * speed);
  return {
    ...readings,
    delay_p99_ms: scaled(readings.delay_p99_ms),
    longest_pause_ms: scaled(readings.longest_pause_ms),
    read_wait_p99_ms: scaled(readings.read_wait_p99_ms),
    read_wait_p95_ms: scaled(readings.read_wait_p95_ms),
    read_wait_p50_ms: scaled(readings.read_wait_p50_ms),
    longest_gc_ms: readings.longest_gc_ms * speed,
  };
}

/** Of a client in virtual time, which stands still while it works. */
export const NEVER_LATE: ClientWatch = {
  read() {},
  stop: () => ({
    delay_p99_ms: 0,
    longest_pause_ms: 0,
    read_wait_p99_ms: 0,
    read_wait_p95_ms: 0,
    read_wait_p50_ms: 0,
    reads: 0,
    longest_gc_ms: 0,
    cpu_share: 0,
  }),
};
