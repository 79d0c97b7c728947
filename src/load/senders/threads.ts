import { FaultError, fault } from '../../core/fault.ts';
import type { RequestTrace } from '../../core/metrics/trace.ts';
import type { ClientReadings, ClientWatch } from '../client-watch.ts';
import { onAbort } from '../on-abort.ts';
import { clockAhead, type Order, type Port, type Report } from './messages.ts';
import type { Sender, SenderSpec } from './sender.ts';

/** A thread that serves. */
export interface Thread extends Port<Order, Report> {
  on(event: 'message', listener: (message: Report) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): unknown;
}

export interface ThreadMeans {
  start(): Thread;
  /** PEM of a certificate authority that is trusted beside the usual ones; null: none. */
  readonly ca: string | null;
  /** Of this machine. */
  readonly cores: number;
}

interface Open {
  readonly free: (ended_ms: number) => void;
  readonly resolve: (trace: RequestTrace) => void;
  readonly reject: (error: Error) => void;
}

/** One thread as the main one sees it. Rejects what is open, and what comes later, when it ends by itself. */
class Remote {
  readonly ready: Promise<void>;
  readonly #thread: Thread;
  readonly #open = new Map<number, Open>();
  #readings: { resolve(readings: ClientReadings): void; reject(error: Error): void } | null = null;
  #lost: Error | null = null;
  #next = 0;

  constructor(thread: Thread, begin: Order) {
    this.#thread = thread;
    thread.postMessage(begin);
    this.ready = new Promise((resolve, reject) => {
      thread.on('message', (report) => {
        if (report.kind === 'ready') resolve();
        else this.#heard(report);
      });
      const lost = (why: string): void => {
        const error = new FaultError(
          fault('client-late', `a thread that makes the load ended by itself: ${why}`, {
            hint: 'fewer threads, or more memory for them',
          }),
        );
        reject(error);
        this.#lose(error);
      };
      thread.on('error', ({ message }) => lost(message));
      thread.on('exit', (code) => lost(`exit code ${code}`));
    });
    // whoever waits for it is told; nobody need wait
    this.ready.catch(() => {});
  }

  send(asked: Parameters<Sender['send']>[0], body: string, free: Open['free']): Promise<RequestTrace> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { free, resolve, reject });
      this.#thread.postMessage({ kind: 'send', id, asked, body });
    });
  }

  tell(kind: 'watch' | 'abort'): void {
    this.#thread.postMessage({ kind });
  }

  readings(): Promise<ClientReadings> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    return new Promise((resolve, reject) => {
      this.#readings = { resolve, reject };
      this.#thread.postMessage({ kind: 'readings' });
    });
  }

  /** Its connections end with it. */
  close(): void {
    this.#thread.terminate();
  }

  #heard(report: Exclude<Report, { kind: 'ready' }>): void {
    if (report.kind === 'readings') return this.#readings?.resolve(report.readings);
    const open = this.#open.get(report.id);
    if (report.kind === 'free') return open?.free(report.ended_ms);
    this.#open.delete(report.id);
    open?.resolve(report.trace);
  }

  #lose(error: Error): void {
    this.#lost ??= error;
    for (const { reject } of this.#open.values()) reject(error);
    this.#open.clear();
    this.#readings?.reject(error);
  }
}

/** Sends from so many threads: the schedule is one, and stays here; slots fall to the threads in turn. */
export async function threadSender(
  spec: SenderSpec,
  means: ThreadMeans & { watchClient(): ClientWatch },
  threads: number,
  signal: AbortSignal,
): Promise<Sender> {
  const begin: Order = { kind: 'begin', spec, clock_ahead_ms: clockAhead(), ca: means.ca };
  const all: Remote[] = [];
  const abort = () => {
    for (const each of all) each.tell('abort');
  };
  let deafen = () => {};
  const close = () => {
    deafen();
    for (const each of all) each.close();
  };
  try {
    for (let n = 0; n < threads; n++) all.push(new Remote(means.start(), begin));
    if (signal.aborted) abort();
    else deafen = onAbort(signal, abort);
    await Promise.all(all.map(({ ready }) => ready));
  } catch (error) {
    close();
    throw error;
  }
  return {
    threads,
    send(asked, body, slot, on_free) {
      const one = all[slot % all.length];
      return one === undefined ? Promise.reject(new Error('no thread')) : one.send(asked, body, on_free);
    },
    watch() {
      const own = means.watchClient();
      for (const each of all) each.tell('watch');
      return async () => worst([own.stop(), ...(await Promise.all(all.map((each) => each.readings())))]);
    },
    close,
  };
}

/** Of readings of several threads of one process, the first of which is the main one's. */
function worst(all: readonly ClientReadings[]): ClientReadings {
  const most = (of: (readings: ClientReadings) => number | null) =>
    all.map(of).reduce((found, value) => (value === null ? found : Math.max(found ?? value, value)), null);
  return {
    delay_p99_ms: most((each) => each.delay_p99_ms),
    longest_pause_ms: most((each) => each.longest_pause_ms),
    read_wait_p99_ms: most((each) => each.read_wait_p99_ms),
    read_wait_p95_ms: most((each) => each.read_wait_p95_ms),
    read_wait_p50_ms: most((each) => each.read_wait_p50_ms),
    reads: all.reduce((sum, { reads }) => sum + reads, 0),
    longest_gc_ms: Math.max(...all.map((each) => each.longest_gc_ms)),
    // what Node says of it is that of the whole process
    cpu_share: all[0]?.cpu_share ?? 0,
  };
}
