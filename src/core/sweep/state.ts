import type { JudgedProblem } from '../documents/evaluation.ts';
import type { Measurement } from '../documents/measurement.ts';
import type {
  HoldPointName,
  HoldPointRecord,
  RestoredDocument,
  StartDocument,
  TrialStatus,
} from '../documents/sweep.ts';
import type { Capacity } from '../engine/definition.ts';
import type { Fault } from '../fault.ts';
import type { Definition, Generation, Member } from '../generation.ts';
import type { Plan, PlannedTrial } from '../plan/plan.ts';
import type { EpochMilliseconds } from '../units.ts';
import type { ChangeResult, EvaluationAbout, GoalKind, Original } from './records.ts';

export interface TrialState {
  readonly planned: PlannedTrial;
  readonly status: TrialStatus;
  readonly fault: Fault | null;
  /** Finished starts; they never change. */
  readonly starts: readonly StartDocument[];
  readonly capacity: readonly Capacity[] | null;
  /** Replicates that are measured, and failed starts since the last of them. */
  readonly done: readonly number[];
  readonly failures: number;
  /** The answers of its first good start; null: none were judged. */
  readonly evaluated: Evaluated | null;
}

/** The answers of one generation before and after the load. */
export interface Evaluated {
  readonly about: EvaluationAbout;
  readonly before: JudgedPass;
  readonly after: JudgedPass;
}

export interface JudgedPass {
  readonly judged: readonly JudgedProblem[];
  /** Every problem was asked. */
  readonly done: boolean;
  /** null: not done, or not in one go. */
  readonly took_s: number | null;
}

/** The start that is being made, measured or verified. */
export interface OpenStart {
  readonly trial: string;
  readonly start: number;
  readonly attempt: number;
  readonly replicate: number;
  readonly change: number;
  /** When that change began. */
  readonly begun_at: EpochMilliseconds;
  readonly hold_points: readonly HoldPointRecord[];
  /** Known from the moment at which it is created, before the change has ended. */
  readonly generation: Generation | null;
  readonly result: ChangeResult | null;
  readonly outcome: 'ready' | 'failed' | 'interrupted' | null;
  readonly fault: Fault | null;
  readonly measurements: readonly Measurement[];
  readonly voids: readonly Fault[];
  /** How many of them the point that is measured now has had, one after another. */
  readonly voids_in_a_row: number;
  /** How often another process went on with it. Each asks prompts of its own: the server may still know those before. */
  readonly resumes: number;
  /** null: no answers are judged, or none yet. */
  readonly evaluated: Evaluated | null;
  readonly verified: boolean;
  /** Seconds from the beginning of the change to the last measurement; null: nothing was measured yet. */
  readonly measured_s: number | null;
}

export interface OwnGeneration {
  readonly generation: Generation;
  readonly definition: Definition;
  readonly log_file: string;
  readonly members: readonly Member[];
}

export interface OpenChange {
  readonly change: number;
  readonly goal: GoalKind;
  /** The hold point that was recorded last. */
  readonly last: HoldPointName | null;
}

export interface Stop {
  readonly state: 'interrupted' | 'stopped';
  readonly reason: string;
  readonly fault: Fault | null;
}

/** A fold over the journal, nothing else: replaying the records gives the same state. */
export interface SweepState {
  readonly run_id: string;
  readonly plan: Plan;
  readonly command: 'sweep' | 'apply';
  readonly begun_at: EpochMilliseconds | null;
  readonly until_ms: EpochMilliseconds | null;
  readonly original: Original | null;
  readonly trials: readonly TrialState[];
  readonly open: OpenStart | null;
  readonly change: OpenChange | null;
  readonly changes: number;
  readonly generations: readonly OwnGeneration[];
  readonly floor: Readonly<Record<string, number>>;
  readonly peak_bytes: number | null;
  readonly garbage_is_normal: boolean;
  /** Longest load of this run, in ms; null: none yet. */
  readonly longest_load_ms: number | null;
  /** Something that ran was signalled, or something new was started. */
  readonly touched: boolean;
  /** Others have been let go of, and have not been let back since. */
  readonly drained: boolean;
  /** The drain hook was begun, and the run has not come to its end since. */
  readonly undrain_owed: boolean;
  /** Settings that crashed one after the other, newest last. */
  readonly crashed: readonly string[];
  readonly foreign_voids: number;
  /** Hold point `released` held last at this time. */
  readonly released_at: EpochMilliseconds | null;
  readonly failed_at: EpochMilliseconds | null;
  readonly stop: Stop | null;
  readonly abandoned: boolean;
  readonly restored: RestoredDocument | null;
  readonly restore_fault: Fault | null;
  readonly ended: 'done' | 'interrupted' | 'stopped' | null;
  readonly faults: readonly Fault[];
  readonly notes: readonly string[];
}

export function emptyState(runId: string, command: 'sweep' | 'apply', plan: Plan): SweepState {
  return {
    run_id: runId,
    plan,
    command,
    begun_at: null,
    until_ms: null,
    original: null,
    trials: plan.trials.map((planned) => ({
      planned,
      status: 'pending',
      fault: null,
      starts: [],
      capacity: null,
      done: [],
      failures: 0,
      evaluated: null,
    })),
    open: null,
    change: null,
    changes: 0,
    generations: [],
    floor: {},
    peak_bytes: null,
    garbage_is_normal: false,
    longest_load_ms: null,
    touched: false,
    drained: false,
    undrain_owed: false,
    crashed: [],
    foreign_voids: 0,
    released_at: null,
    failed_at: null,
    stop: null,
    abandoned: false,
    restored: null,
    restore_fault: null,
    ended: null,
    faults: [],
    notes: [],
  };
}

/** undefined: the run has no baseline. */
export function baselineOf({ plan, trials }: Pick<SweepState, 'plan' | 'trials'>): TrialState | undefined {
  return trials.find(({ planned }) => planned.name === plan.baseline);
}

export function trialOf(state: SweepState, name: string): TrialState {
  const trial = state.trials.find((t) => t.planned.name === name);
  if (trial === undefined) throw new Error(`no trial ${name} in the plan`);
  return trial;
}
