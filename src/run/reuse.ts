import path from 'node:path';
import type { StartDocument } from '../core/documents/sweep.ts';
import { trialOf } from '../core/sweep/state.ts';
import type { Visit } from '../core/sweep/visits.ts';
import { listRuns } from './find-run.ts';
import { fingerprint } from './fingerprint.ts';
import { keyOf } from './keys.ts';
import type { Session } from './session.ts';
import { readSummary } from './store.ts';

export interface Known {
  readonly run_id: string;
  readonly start: StartDocument;
}

const RUNS_LOOKED_AT = 200;

/**
 * A start of an earlier run whose measurements are exactly those that this visit would make: same setting, program,
 * model files, host, devices, workload points, seed and replicate. Then nothing is started for it. Where one of these
 * cannot be told, equal keys prove nothing, and what would have been taken over is measured. An adopted server may have
 * loaded files that were replaced before anybody looked at them.
 */
export async function reusable(session: Session, visit: Visit): Promise<Known | null> {
  const { stored, runs_dir } = session.request;
  const { points } = session.state.plan;
  if (
    stored.options.fresh ||
    stored.options.under_traffic ||
    // answers are judged on the very generation that is measured
    (stored.suite !== undefined && visit.replicate === 1) ||
    points.length === 0 ||
    session.state.command === 'apply'
  )
    return null;
  const { planned } = trialOf(session.state, visit.trial);
  const now = await fingerprint(planned.definition, session.request.ports);
  const keys = await Promise.all(points.map((point) => keyOf(session, planned, point, visit.replicate, now)));
  for (const id of listRuns(runs_dir).slice(0, RUNS_LOOKED_AT)) {
    if (id === stored.id) continue;
    const summary = readSummary(path.join(runs_dir, id));
    for (const trial of summary?.trials ?? []) {
      if (trial.setting_id !== planned.setting_id) continue;
      const start = trial.starts.find(
        (s) =>
          s.fault === null &&
          s.suspect.length === 0 &&
          !s.adopted &&
          keys.every((key) => s.measurements.some((m) => m.measurement_key === key)),
      );
      if (start === undefined) continue;
      const [reason] = now.unknown;
      if (reason !== undefined) {
        await session.noteOnce(`numbers of run ${id} are not taken over: ${reason}`);
        return null;
      }
      const measurements = keys.flatMap((key) =>
        start.measurements.filter((m) => m.measurement_key === key).slice(0, 1),
      );
      return { run_id: start.reused_from ?? id, start: { ...start, measurements } };
    }
  }
  return null;
}
