import { readFile } from 'node:fs/promises';
import { FaultError, fault } from '../core/fault.ts';
import type { WorkloadPoint } from '../core/plan/plan.ts';
import { TRACE_REMEDY, traceTimes } from '../core/trace-times.ts';
import type { Milliseconds } from '../core/units.ts';
import type { LoadExtent, LoadRequest, LoadShape } from '../ports/load.ts';

const WARMUP_REQUESTS = 2;

type Sent = Required<Pick<LoadRequest, 'shape' | 'extent' | 'warmup_requests'>>;

/** How a point of a workload is sent. Fault: `configuration` (a trace that cannot be read, with its line). */
export async function loadOf(point: WorkloadPoint): Promise<Sent> {
  const { workload } = point;
  const shape = await shapeOf(point);
  const all = shape.kind === 'trace' ? shape.at_ms.length : null;
  const extent: LoadExtent = {
    requests: workload.requests ?? all,
    duration_ms: workload.duration ?? null,
  };
  return { shape, extent, warmup_requests: workload.warmup ?? WARMUP_REQUESTS };
}

async function shapeOf({ workload, concurrency, rate }: WorkloadPoint): Promise<LoadShape> {
  const { starts, burstiness = 1, ramp_from, replay, max_open = null } = workload;
  if (replay !== undefined) return { kind: 'trace', at_ms: await timesIn(replay), max_open };
  if (concurrency !== null)
    return { kind: 'closed', concurrency, starts_over_ms: starts === 'burst' ? 0 : null };
  if (rate === undefined) throw new Error('a point has a concurrency, a rate or a trace');
  return {
    kind: 'open',
    rate_per_s: rate,
    burstiness: burstiness === 'constant' ? null : burstiness,
    ramp:
      ramp_from === undefined ? null : { from_per_s: ramp_from, over_ms: climb(workload, ramp_from, rate) },
    max_open,
  };
}

/** Over the whole load: n requests take 2n / (from + to). */
function climb({ requests, duration }: WorkloadPoint['workload'], from: number, to: number): Milliseconds {
  return duration ?? (2000 * (requests ?? 0)) / (from + to);
}

/** The most requests of a point that can be open at once; infinite where nothing limits them. */
export function mostOpen({ concurrency, workload }: WorkloadPoint): number {
  return concurrency ?? workload.max_open ?? Number.POSITIVE_INFINITY;
}

/** `c4`, `r2.5` or `replay`: part of the name of a file. */
export function loadName({ concurrency, rate }: WorkloadPoint): string {
  if (concurrency !== null) return `c${concurrency}`;
  return rate === undefined ? 'replay' : `r${rate}`;
}

async function timesIn(file: string): Promise<readonly Milliseconds[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    refuse(file, null, `the trace cannot be read (${error.code})`),
  );
  const trace = traceTimes(text);
  return trace.ok ? trace.at_ms : refuse(file, trace.line, trace.message);
}

function refuse(file: string, line: number | null, message: string): never {
  const place = line === null ? file : `${file}:${line}`;
  const problems = [{ file, line, column: null, message, remedy: TRACE_REMEDY }];
  throw new FaultError(fault('configuration', `${place}: ${message}`, { problems }));
}
