import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { summarise } from '../core/metrics/summarise.ts';
import type { Connections } from '../ports/exchange.ts';
import type { LoadDialect } from '../ports/load.ts';
import { type AfterReads, afterReads } from './after-reads.ts';
import { type ClientWatch, watchClient } from './client-watch.ts';
import { exercised } from './exercise.ts';
import { openConnections } from './http1/connections.ts';
import { preciseAlarm } from './real-alarm.ts';
import { openRecord, type RecordKeeper } from './record.ts';
import type { ThreadMeans } from './senders/threads.ts';

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
  watchClient(): ClientWatch;
  /** Resolves when the code that reads answers is as fast as it will be. */
  exercised(dialect: LoadDialect): Promise<void>;
  afterReads(): AfterReads;
  /** null: time is not that of the machine, or there are no threads. */
  readonly threads: ThreadMeans | null;
  /** Keeps the raw record of a measurement. */
  record(file: string): Promise<RecordKeeper>;
  /** Asked for when the load is over. Time must stand or be real while they are read from the disk. */
  statistics(): Promise<Statistics>;
}

interface Statistics {
  readonly summarise: typeof summarise;
}

export const REAL_MEANS: LoadMeans = {
  clock: { now: () => performance.now(), alarm: preciseAlarm },
  open: openConnections,
  watchClient,
  exercised,
  afterReads,
  threads: threadsTrusting(null),
  record: openRecord,
  // they take longer to read than all the rest, and the first request is not to wait for that
  statistics: () => import('../core/metrics/summarise.ts'),
};

/** Their program is a file of its own beside this one; where this is run from its sources, there is none. */
const PROGRAM = new URL('./load-thread.mjs', import.meta.url);

/** `ca`: PEM of a certificate authority that is trusted beside the usual ones; null: none. */
export function threadsTrusting(ca: string | null): ThreadMeans | null {
  if (import.meta.url.endsWith('.ts')) return null;
  return { start: () => new Worker(PROGRAM), ca, cores: availableParallelism() };
}
