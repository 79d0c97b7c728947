import type { Connections } from '../ports/exchange.ts';
import { openConnections } from './exchange.ts';
import { type Lateness, watchLateness } from './lateness.ts';
import { writeRecord } from './record.ts';

/** What the load generator asks of time. */
export interface LoadClock {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Returns what cancels it. */
  alarm(ms: number, ring: () => void): () => void;
}

/** What load is made with: real connections and real time, or those of a simulated host. */
export interface LoadMeans {
  readonly clock: LoadClock;
  open(protocol: string): Connections;
  watchLateness(): Lateness;
  /** Keeps the raw record of a measurement. */
  keep(file: string, lines: readonly string[]): Promise<void>;
}

export const REAL_MEANS: LoadMeans = {
  clock: {
    now: () => performance.now(),
    alarm(ms, ring) {
      const timer = setTimeout(ring, ms);
      return () => clearTimeout(timer);
    },
  },
  open: openConnections,
  watchLateness,
  keep: writeRecord,
};
