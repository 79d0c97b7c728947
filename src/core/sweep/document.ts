import { suspicionsOf } from '../change/suspect.ts';
import type { DecisionDocument, StartDocument, SweepDocument, TrialDocument } from '../documents/sweep.ts';
import { commandOf } from '../plan/command.ts';
import { answersOf } from './answers.ts';
import type { RecordedStart } from './records.ts';
import type { OpenStart, SweepState, TrialState } from './state.ts';

/** The document of a start: what was witnessed on one generation. */
export function startDocument(open: OpenStart): StartDocument {
  const { result } = open;
  const none = { stopped_s: null, released_s: null, loaded_s: null, ready_s: null, measured_s: null };
  return {
    start: open.start,
    attempt: open.attempt,
    adopted: result?.adopted ?? false,
    generation: result?.generation ?? open.generation,
    hold_points: open.hold_points,
    durations: { ...(result?.durations ?? none), measured_s: open.measured_s },
    effective: result?.effective ?? {},
    // a number counts only when hold point 10 was passed after it
    measurements: open.verified ? open.measurements : [],
    suspect: suspicionsOf(open.hold_points),
    reused_from: null,
    fault: open.fault,
  };
}

/** The part of a start that its last record carries: its hold points stand in the journal already. */
export function recordedStart({ hold_points: _, ...start }: StartDocument): RecordedStart {
  return start;
}

/** The inverse: its hold points are those of the start that was open. */
export function endedStart(start: RecordedStart, open: OpenStart | null): StartDocument {
  return { ...start, hold_points: start.hold_points ?? open?.hold_points ?? [] };
}

export function sweepDocument(state: SweepState, dir: string, decision: DecisionDocument): SweepDocument {
  return {
    id: state.run_id,
    dir,
    state: state.ended ?? 'running',
    baseline: state.plan.baseline,
    trials: state.trials.map((trial) => trialDocument(state, trial, dir)),
    decision,
    restored: state.restored ?? { to: 'original', ok: !state.touched },
    faults: state.faults,
  };
}

function trialDocument(state: SweepState, trial: TrialState, dir: string): TrialDocument {
  const { planned } = trial;
  const answers = answersOf(state, trial);
  return {
    name: planned.name,
    setting: planned.setting,
    setting_id: planned.setting_id,
    command: commandOf(planned.definition),
    status: trial.status,
    fault: trial.fault,
    starts: trial.starts,
    evaluation: answers === null ? null : { ...answers, dir },
  };
}
