import { FaultError, fault } from '../core/fault.ts';
import type { RequestTrace } from '../core/metrics/trace.ts';
import type { LoadExtent, LoadGenerator, LoadRequest, LoadShape, RequestSource } from '../ports/load.ts';
import { madeAhead } from './bodies.ts';
import { checkLoad } from './check-load.ts';
import { clientVerdict } from './client-verdict.ts';
import { delivered } from './delivered.ts';
import { requestUrl } from './dialects/dialect.ts';
import { type LoadMeans, REAL_MEANS } from './means.ts';
import { ProgressCounter } from './progress.ts';
import { type RecordKeeper, recordLine } from './record.ts';
import type { Asked } from './request.ts';
import { arrivals } from './schedule/arrivals.ts';
import { closedLoop } from './schedule/closed-loop.ts';
import type { LoadRun } from './schedule/load-run.ts';
import { openLoop } from './schedule/open-loop.ts';
import { localSender } from './senders/local.ts';
import type { Sender, SenderSpec } from './senders/sender.ts';
import { threadSender } from './senders/threads.ts';
import { ToldTokens } from './told-tokens.ts';
import { unsent } from './unsent.ts';
import { checkPrompts, workloadSource } from './workload-source.ts';

/**
 * Makes load from this process, over connections that are kept. Faults: those of unreadable prompts, `usage` (a load
 * that cannot be made), `journal-failed` (the raw record).
 */
export function createLoadGenerator(means: LoadMeans = REAL_MEANS): LoadGenerator {
  return { measure: (request) => measure(request, means), check: checkPrompts };
}

async function measure(request: LoadRequest, means: LoadMeans) {
  const { workload, concurrency } = request.point;
  const shape = request.shape ?? { kind: 'closed', concurrency: concurrency ?? 1, starts_over_ms: null };
  const extent = request.extent ?? { requests: workload.requests, duration_ms: null };
  checkLoad(shape, extent);
  const { source: made, notes } =
    request.source === undefined
      ? await workloadSource(request, means)
      : { source: request.source, notes: [] };
  const source = madeAhead(made, extent);
  const record = await means.record(request.record_file);
  try {
    const body = await new Load(request, means, source, record).measure(shape, extent);
    return notes.length === 0 ? body : { ...body, notes };
  } finally {
    await record.close();
  }
}

/** One load: its connections, its clock, and what every request of it has in common. */
class Load {
  readonly #request: LoadRequest;
  readonly #means: LoadMeans;
  readonly #source: RequestSource;
  readonly #record: RecordKeeper;
  readonly #origin: number;
  readonly #told = new ToldTokens();
  /** An answer could not be kept: nothing more is sent, and what is open is ended. */
  readonly #broken = new AbortController();
  readonly #signal: AbortSignal;

  constructor(request: LoadRequest, means: LoadMeans, source: RequestSource, record: RecordKeeper) {
    this.#request = request;
    this.#means = means;
    this.#source = source;
    this.#record = record;
    this.#origin = means.clock.now();
    this.#signal = AbortSignal.any([request.signal, this.#broken.signal]);
  }

  async measure(shape: LoadShape, extent: LoadExtent) {
    const { point, warmup_requests, on_progress } = this.#request;
    const { workload } = point;
    const sender = await this.#sender();
    const { send } = sender;
    try {
      // a thread that has sent nothing yet is slow to send
      const requests = warmup_requests === 0 ? 0 : Math.max(warmup_requests, sender.threads);
      const slots = shape.kind === 'closed' ? shape.concurrency : requests;
      await this.#play(
        'warm-up',
        { kind: 'closed', concurrency: Math.max(1, slots), starts_over_ms: null },
        { requests, duration_ms: null },
        { send, sent() {}, ended() {} },
      );
      const traces: RequestTrace[] = [];
      const stopWatching = sender.watch();
      const begin = this.#means.clock.now() - this.#origin;
      const progress = new ProgressCounter(extent.requests, begin);
      await this.#play('measure', shape, extent, {
        send,
        sent: () => progress.sent(),
        ended(trace) {
          traces.push(trace);
          on_progress?.(progress.ended(trace));
        },
      });
      const readings = await stopWatching();
      const { summarise } = await this.#means.statistics();
      const body = summarise(
        {
          workload: workload.name,
          concurrency: shape.kind === 'closed' ? shape.concurrency : null,
          rate: shape.kind === 'open' ? shape.rate_per_s : null,
          requests: askedFor(shape, extent, traces),
        },
        traces,
        workload.goodput,
      );
      const verdict = clientVerdict(readings, delivered(shape, traces, begin), body);
      const { threads } = sender;
      const client = threads === 0 ? verdict : { ...verdict, threads };
      return { ...body, client, told_tokens: this.#told.total };
    } finally {
      sender.close();
    }
  }

  async #sender(): Promise<Sender> {
    const { target, point, dialect, request_timeout_ms } = this.#request;
    const { api, expect } = point.workload;
    const spoken = dialect ?? api;
    const spec: SenderSpec = {
      url: requestUrl(target.url, spoken).href,
      headers: target.headers,
      dialect: spoken,
      expect,
      timeout_ms: request_timeout_ms,
      origin: this.#origin,
    };
    const { threads, watchClient } = this.#means;
    const count = threadCount(this.#request, threads?.cores ?? 0);
    if (count === 0) {
      await this.#means.exercised(spoken);
      return localSender(spec, this.#means, this.#signal);
    }
    if (threads === null)
      throw new FaultError(fault('usage', 'threads are a part of the built program, and this is none'));
    return threadSender(spec, { ...threads, watchClient }, count, this.#signal);
  }

  async #play(
    phase: Asked['phase'],
    shape: LoadShape,
    extent: LoadExtent,
    listener: Listener,
  ): Promise<void> {
    const { clock } = this.#means;
    const asked = (index: number, worker: number, intended: number, requested_tokens: number): Asked => ({
      index,
      phase,
      worker,
      intended_ms: intended - this.#origin,
      requested_tokens,
    });
    const keep = (trace: RequestTrace) => {
      this.#record.add(recordLine(trace));
      this.#told.add(trace);
      listener.ended(trace);
    };
    const run: LoadRun = {
      clock,
      begin: clock.now(),
      extent,
      signal: this.#signal,
      send: (index, slot, intended) => {
        listener.sent();
        const warms = phase === 'warm-up';
        const { body, requested_tokens } = source(phase, warms ? index % warmed : index);
        return new Promise((resolve, reject) => {
          if (lost !== null) return reject(lost.error);
          const free = (ended_ms: number) => resolve(ended_ms + this.#origin);
          const kept = listener
            // where answers are short, a slot or two make the whole warm-up, and each thread is to have its part
            .send(asked(index, slot, intended, requested_tokens), body, warms ? index : slot, free)
            .then(keep);
          keeping.add(kept);
          kept.then(
            () => keeping.delete(kept),
            (error: unknown) => {
              lost = { error };
              this.#broken.abort();
              reject(error);
            },
          );
        });
      },
      unsent: (index, intended) => {
        listener.sent();
        keep(unsent(asked(index, index, intended, source(phase, index).requested_tokens)));
      },
    };
    const source = this.#source;
    /** So many prompts there are for it. */
    const warmed = Math.max(1, this.#request.warmup_requests);
    /** Requests that have not ended, or whose ends are not kept yet. */
    const keeping = new Set<Promise<void>>();
    /** Why an answer could not be kept: nothing more is sent. */
    let lost: { readonly error: unknown } | null = null;
    if (shape.kind === 'closed') await closedLoop(shape, run);
    else await openLoop(arrivals(shape, this.#request.seed), shape.max_open, run);
    await Promise.all(keeping);
  }
}

/** What was late in the main thread may not be in two others; one core is the main thread's. */
function threadCount({ threads, late_tries = 0 }: LoadRequest, cores: number): number {
  if (threads !== undefined) return threads;
  return late_tries === 0 ? 0 : Math.max(0, Math.min(2 ** late_tries, cores - 1));
}

interface Listener extends Pick<Sender, 'send'> {
  sent(): void;
  ended(trace: RequestTrace): void;
}

/** Those of a fixed number; of a fixed time, those that came to be. */
function askedFor(shape: LoadShape, extent: LoadExtent, traces: readonly RequestTrace[]): number {
  const { requests, duration_ms } = extent;
  if (requests === null || duration_ms !== null) return traces.length;
  return shape.kind === 'trace' ? Math.min(requests, shape.at_ms.length) : requests;
}
