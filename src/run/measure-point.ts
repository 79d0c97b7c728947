import path from 'node:path';
import { FaultError } from '../core/fault.ts';
import type { Generation } from '../core/generation.ts';
import { END_OF_LOG } from '../core/log-line.ts';
import { wantsThreads } from '../core/metrics/client-late.ts';
import type { WorkloadPoint } from '../core/plan/plan.ts';
import { type OpenStart, trialOf } from '../core/sweep/state.ts';
import type { LoadProgress } from '../ports/load.ts';
import { keyOf } from './keys.ts';
import { loadName } from './load-of.ts';
import { type Measured, type MeasureInput, measure, unmeasured } from './measure.ts';
import { promptRound } from './prompt-round.ts';
import type { Session } from './session.ts';

/** One point of a workload, measured on the open start and recorded. */
export async function measurePoint(session: Session, open: OpenStart, point: WorkloadPoint): Promise<void> {
  const { stored, sink } = session.request;
  const generation = open.result?.generation;
  if (generation == null) throw new Error('a ready start has a generation');
  const trial = trialOf(session.state, open.trial);
  const measurement_key = await keyOf(session, trial.planned, point, open.replicate, session.loaded);
  await session.append({ type: 'measurement.begun', trial: open.trial, start: open.start, measurement_key });
  session.log_from = await endOfLog(session, generation);
  const name = `${point.workload.name}-${loadName(point)}-r${open.replicate}-${open.measurements.length + open.voids.length}.jsonl`;
  session.request.ports.makeFolder(session.trialFolder(trial.planned, open.start));
  const done = await measured(
    {
      point,
      generation,
      endpoint: stored.configuration.endpoint,
      model: stored.configuration.model ?? open.result?.model ?? null,
      measurement_key,
      seed: stored.options.seed,
      replicate: open.replicate,
      round: promptRound(stored, open),
      record_file: path.join(session.trialFolder(trial.planned, open.start), name),
      request_timeout_ms: stored.configuration.limits.quiet_ms,
      under_traffic: stored.options.under_traffic,
      late_tries: lateTries(open),
      wanted: trial.planned.wanted,
      log_from: session.log_from,
    },
    session,
    (progress) =>
      sink({
        type: 'load',
        trial: open.trial,
        workload: point.workload.name,
        concurrency: point.concurrency,
        rate: point.rate ?? null,
        progress,
      }),
  );
  if (done.kind === 'interrupted') return;
  await session.append({
    type: 'measurement.ended',
    trial: open.trial,
    start: open.start,
    measurement: done.measurement,
    void: done.void,
  });
}

/** Of the tries of this point. */
function lateTries({ voids, voids_in_a_row }: OpenStart): number {
  const these = voids_in_a_row === 0 ? [] : voids.slice(-voids_in_a_row);
  return these.filter(wantsThreads).length;
}

/** What is said from here on explains a death under load; what was said while it loaded does not. 0: not known. */
export async function endOfLog({ request }: Session, generation: Generation): Promise<number> {
  const end = await request.ports.supervisor.log(generation, END_OF_LOG).catch(() => null);
  return end === null || !end.readable || end.cursor === END_OF_LOG ? 0 : end.cursor;
}

/** A fault of a probe voids the measurement; what it means for the run is its scope's business. */
async function measured(
  input: MeasureInput,
  session: Session,
  onProgress: (progress: LoadProgress) => void,
): Promise<Measured> {
  const { ports, operator } = session.request;
  try {
    return await measure(input, ports, operator, onProgress);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return { kind: 'measured', measurement: unmeasured(input), void: error.fault };
  }
}
