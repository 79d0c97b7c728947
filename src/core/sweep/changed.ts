import type { HoldPointRecord } from '../documents/sweep.ts';
import type { OpenStart, SweepState } from './state.ts';

/**
 * A copy of the state with some fields changed. Field by field: every record makes such a copy, and a spread of that
 * many fields takes twenty times as long.
 */
export function changed(state: SweepState, change: Partial<SweepState>): SweepState {
  const copy: SweepState = {
    run_id: state.run_id,
    plan: state.plan,
    command: state.command,
    begun_at: state.begun_at,
    until_ms: state.until_ms,
    original: state.original,
    trials: state.trials,
    open: state.open,
    change: state.change,
    changes: state.changes,
    generations: state.generations,
    floor: state.floor,
    peak_bytes: state.peak_bytes,
    garbage_is_normal: state.garbage_is_normal,
    longest_load_ms: state.longest_load_ms,
    touched: state.touched,
    drained: state.drained,
    undrain_owed: state.undrain_owed,
    crashed: state.crashed,
    foreign_voids: state.foreign_voids,
    released_at: state.released_at,
    failed_at: state.failed_at,
    stop: state.stop,
    abandoned: state.abandoned,
    restored: state.restored,
    restore_fault: state.restore_fault,
    ended: state.ended,
    faults: state.faults,
    notes: state.notes,
  };
  return Object.assign(copy, change);
}

/** The open start with one more hold point, of which there are more than of anything else. */
export function withHoldPoint(open: OpenStart, result: HoldPointRecord): OpenStart {
  return {
    trial: open.trial,
    start: open.start,
    attempt: open.attempt,
    replicate: open.replicate,
    change: open.change,
    begun_at: open.begun_at,
    hold_points: [...open.hold_points, result],
    generation: open.generation,
    result: open.result,
    outcome: open.outcome,
    fault: open.fault,
    measurements: open.measurements,
    voids: open.voids,
    voids_in_a_row: open.voids_in_a_row,
    resumes: open.resumes,
    evaluated: open.evaluated,
    verified: open.verified,
    measured_s: open.measured_s,
  };
}
