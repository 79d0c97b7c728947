import { join } from 'node:path';
import type { BenchMeasurement } from '../../core/documents/bench.ts';
import type { GoodputLimits } from '../../core/documents/measurement.ts';
import type { Fault } from '../../core/fault.ts';
import { fault } from '../../core/fault.ts';
import { clientLate, wantsThreads } from '../../core/metrics/client-late.ts';
import { tokenFault } from '../../core/metrics/token-check.ts';
import { withoutNumbers } from '../../core/metrics/without-numbers.ts';
import type { BenchMeans } from '../../ports/bench-means.ts';
import type { LoadDialect, LoadProgress, LoadTarget } from '../../ports/load.ts';
import type { WantedRequests } from '../../ports/requests.ts';
import type { Context } from '../context.ts';
import { liveLine } from '../live-line.ts';
import type { BenchPoint } from './points.ts';
import { probe } from './probe.ts';
import { progressText } from './progress-text.ts';
import type { RequestOptions } from './requests.ts';
import { flushCache } from './server.ts';
import { settledCounters } from './settled-counters.ts';

export interface BenchPlan {
  readonly points: readonly BenchPoint[];
  readonly requests: RequestOptions;
  readonly target: LoadTarget;
  readonly dialect: LoadDialect;
  readonly seed: number;
  readonly warmup_requests: number;
  readonly timeout_ms: number;
  readonly flush: boolean;
  /** Others may ask the server, too. */
  readonly under_traffic: boolean;
  /** undefined: no limits. */
  readonly goodput: GoodputLimits | undefined;
  /** Threads that send and read; 0: this one. undefined: this one, and more where it is late. */
  readonly threads: number | undefined;
  readonly dir: string;
}

export interface Benched {
  readonly measurements: readonly BenchMeasurement[];
  readonly notes: readonly string[];
  /** Why not every point was measured; null: all were. */
  readonly fault: Fault | null;
}

const LIVE_EVERY_MS = 200;
/** When so many requests have failed, and none was answered, no later one will be. */
const HOPELESS = 10;

/** Measures one point after the other. Faults of prompts and of the first request end it before any load. */
export async function measurePoints(context: Context, means: BenchMeans, plan: BenchPlan): Promise<Benched> {
  const measurements: BenchMeasurement[] = [];
  const notes = new Set<string>();
  const stop = new AbortController();
  let interrupted = false;
  const off = context.onInterrupt(() => {
    interrupted = true;
    stop.abort();
  });
  try {
    for (const [at, point] of plan.points.entries()) {
      const unflushed = plan.flush ? await flushCache(means.ask, plan.target) : null;
      if (unflushed !== null) notes.add(unflushed);
      const measurement = await measureUntilGood(context, means, plan, point, at, stop, notes);
      measurements.push(measurement);
      if (interrupted) return { measurements, notes: [...notes], fault: ended() };
      if (measurement.ok === 0) return { measurements, notes: [...notes], fault: hopeless(measurement) };
    }
    return { measurements, notes: [...notes], fault: null };
  } finally {
    off();
  }
}

/** What was void is measured again, as often as its fault allows; the last try stands, and is void or not. */
async function measureUntilGood(
  context: Context,
  means: BenchMeans,
  plan: BenchPlan,
  point: BenchPoint,
  at: number,
  stop: AbortController,
  notes: Set<string>,
): Promise<BenchMeasurement> {
  let late_tries = 0;
  for (let tries = 1; ; tries += 1) {
    // prompts are other ones each time: the server may still know those of the last
    const round = at + 1 + (tries - 1) * plan.points.length;
    const measurement = await measurePoint(context, means, plan, point, round, late_tries, stop, notes);
    const { void: why, load, outcomes } = measurement;
    if (why === null) return measurement;
    // requests for which there was no place before the time was over: there will be none the next time either
    const hopeless = (outcomes['unsent'] ?? 0) > 0;
    if (stop.signal.aborted || hopeless || tries > why.retry.max) return withoutNumbers(measurement);
    if (wantsThreads(why)) late_tries += 1;
    notes.add(`${load}: void and measured again: ${why.message}`);
  }
}

async function measurePoint(
  context: Context,
  means: BenchMeans,
  plan: BenchPlan,
  point: BenchPoint,
  round: number,
  late_tries: number,
  stop: AbortController,
  notes: Set<string>,
): Promise<BenchMeasurement> {
  const { target, dialect, seed, timeout_ms, warmup_requests } = plan;
  const wanted: WantedRequests = {
    ...plan.requests,
    target,
    dialect,
    requests: point.extent.requests,
    // the first request of all is one of them, also where no warm-up is wanted
    warmup_requests: Math.max(1, warmup_requests),
    seed,
    replicate: round,
  };
  const { source, notes: said } = await means.prepare(wanted);
  for (const note of said) notes.add(note);
  if (round === 1) await probe(means.ask, target, dialect, source('warm-up', 0), timeout_ms);
  const load = loadName(point);
  const live = liveLine(context, LIVE_EVERY_MS);
  const give_up = new AbortController();
  const record_file = join(plan.dir, `${round}.jsonl`);
  const counters = () => means.counters(target);
  const before = await settledCounters(context.clock, counters);
  const body = await means.load.measure({
    target,
    point: pointOf(plan, point),
    seed,
    replicate: round,
    record_file,
    warmup_requests,
    on_progress(progress) {
      live.show(`${load}: ${progressText(progress)}`);
      if (isHopeless(progress, point)) give_up.abort();
    },
    signal: AbortSignal.any([stop.signal, give_up.signal]),
    request_timeout_ms: timeout_ms,
    shape: point.shape,
    extent: point.extent,
    source,
    dialect,
    late_tries,
    ...(plan.threads === undefined ? {} : { threads: plan.threads }),
  });
  live.end();
  // loaded here: the first request is not to wait for it
  const { countersAfter, withCounts } = await import('../../run/counters-after.ts');
  const counted = withCounts(body, before, await countersAfter(context.clock, counters, before, body));
  const others = tokenFault(counted, false);
  const why = tokenFault(counted, plan.under_traffic) ?? clientLate(counted);
  if (others !== null && why === null) notes.add(`${load}: ${others.message}`);
  return { ...counted, load, record_file, void: why };
}

/** The workload in the words of a configuration, for what is told by its name and size. */
function pointOf({ requests, dialect, goodput }: BenchPlan, { shape, extent }: BenchPoint) {
  const concurrency = shape.kind === 'closed' ? shape.concurrency : (shape.max_open ?? 1);
  return {
    concurrency,
    workload: {
      name: 'bench',
      prompts: requests.prompts,
      api: dialect === 'completions' ? ('completions' as const) : ('chat' as const),
      concurrency: [concurrency],
      requests: extent.requests ?? 0,
      max_tokens: requests.output_tokens.to,
      temperature: requests.temperature ?? 0,
      body: requests.body,
      expect: null,
      goodput,
    },
  };
}

function isHopeless({ done, failed }: LoadProgress, { shape }: BenchPoint): boolean {
  return failed === done && done >= Math.max(HOPELESS, shape.kind === 'closed' ? shape.concurrency : 0);
}

export function loadName({ shape }: BenchPoint): string {
  if (shape.kind === 'trace') return 'replay';
  if (shape.kind === 'closed')
    return `closed c=${shape.concurrency}${shape.starts_over_ms === 0 ? ' burst' : ''}`;
  const gaps =
    shape.burstiness === null ? ' constant' : shape.burstiness === 1 ? '' : ` burstiness ${shape.burstiness}`;
  const ramp = shape.ramp === null ? '' : `${shape.ramp.from_per_s} to `;
  return `open ${ramp}${shape.rate_per_s}/s${gaps}`;
}

function ended(): Fault {
  return fault('interrupted', 'ended on request', { hint: 'the records of what was measured are kept' });
}

function hopeless({ outcomes }: BenchMeasurement): Fault {
  const classes = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`);
  return fault('not-generating', `no request was answered: ${classes.join(', ')}`, {
    hint: 'the record says it of each request; look at the log of the server',
  });
}
