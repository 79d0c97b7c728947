import type { StartDocument } from '../documents/sweep.ts';
import { type Generation, sameGeneration } from '../generation.ts';
import type { Plan } from '../plan/plan.ts';
import { seconds } from '../units.ts';
import { changed, withHoldPoint } from './changed.ts';
import { endedStart } from './document.ts';
import { restored, resumed } from './ending.ts';
import { withAnswers } from './evaluated.ts';
import { withAt, withLast } from './lists.ts';
import { withMembers } from './members.ts';
import type { JournalRecord, TimedRecord } from './records.ts';
import { canRetry } from './retry.ts';
import type { OpenStart, SweepState, TrialState } from './state.ts';

/** Methods whose intent means that something is no longer as it was found. */
const TOUCHING = new Set(['signal', 'start', 'release']);
const CRASHES_IN_A_ROW = 3;
const FOREIGN_VOIDS = 2;

/** The one reducer: live runs and replays go through it, so they cannot differ. */
export function apply(state: SweepState, line: TimedRecord): SweepState {
  const { record } = line;
  switch (record.type) {
    case 'sweep.begun':
      return changed(state, { begun_at: Date.parse(line.wall), until_ms: record.until_ms });
    case 'original.observed':
      return changed(state, { original: record.original });
    case 'change.begun':
      return changeBegun(state, record, line);
    case 'holdpoint':
      return holdPointPassed(state, record, line);
    case 'intent':
      return begun(state, record);
    case 'generation': {
      const { generation, definition, log_file } = record;
      const open = state.open?.change === record.change ? { ...state.open, generation } : state.open;
      return changed(state, {
        open,
        generations: withLast(state.generations, { generation, definition, log_file, members: [] }),
      });
    }
    case 'members':
      return changed(state, { generations: withMembers(state.generations, record) });
    case 'change.ended':
      return changeEnded(state, record, line);
    case 'measurement.ended':
      return record.void === null ? measuredBy(measured(state, record), line) : measured(state, record);
    case 'evaluation.begun':
    case 'problem.judged':
      return withAnswers(state, record);
    case 'evaluation.ended':
      return judged(measuredBy(withAnswers(state, record), line), record.fault);
    case 'start.ended':
      return startEnded(state, record);
    case 'trial.ended':
      return onTrial(state, record.trial, (trial) => ended(trial, record.status, record.fault));
    case 'operator':
      return changed(state, {
        abandoned: state.abandoned || record.request === 'abandon',
        stop: state.stop ?? { state: 'interrupted', reason: 'interrupted by the operator', fault: null },
      });
    case 'stopped':
      return changed(state, { stop: state.stop ?? { state: 'stopped', reason: record.reason, fault: null } });
    case 'restored':
      return restored(state, record);
    case 'resumed':
      return resumed(state, record.only_restore);
    case 'note':
      return changed(state, { notes: [...state.notes, record.text] });
    case 'sweep.ended':
      return changed(state, { ended: record.state });
    case 'outcome':
    case 'measurement.begun':
      return state;
  }
}

function begun(state: SweepState, record: Extract<JournalRecord, { type: 'intent' }>): SweepState {
  if (TOUCHING.has(record.method)) return changed(state, { touched: true });
  const drains = record.port === 'hooks' && record.detail['hook'] === 'drain';
  return drains ? changed(state, { undrain_owed: true }) : state;
}

function changeBegun(
  state: SweepState,
  record: Extract<JournalRecord, { type: 'change.begun' }>,
  line: TimedRecord,
): SweepState {
  const change = { change: record.change, goal: record.goal, last: null };
  const next = changed(state, { change, changes: Math.max(state.changes, record.change) });
  if (record.goal !== 'setting' || record.trial === null || record.start === null) return next;
  const same = state.open !== null && state.open.trial === record.trial && state.open.start === record.start;
  const open: OpenStart = {
    trial: record.trial,
    start: record.start,
    attempt: record.attempt,
    replicate: record.replicate,
    change: record.change,
    begun_at: Date.parse(line.wall),
    hold_points: [],
    generation: same ? (state.open?.generation ?? null) : null,
    result: same ? (state.open?.result ?? null) : null,
    outcome: null,
    fault: null,
    measurements: same ? (state.open?.measurements ?? []) : [],
    voids: same ? (state.open?.voids ?? []) : [],
    voids_in_a_row: same ? (state.open?.voids_in_a_row ?? 0) : 0,
    resumes: same ? (state.open?.resumes ?? 0) + 1 : 0,
    evaluated: same ? (state.open?.evaluated ?? null) : null,
    verified: false,
    measured_s: null,
  };
  return changed(next, { open });
}

function holdPointPassed(
  state: SweepState,
  record: Extract<JournalRecord, { type: 'holdpoint' }>,
  line: TimedRecord,
): SweepState {
  const { result } = record;
  const { change: before } = state;
  const change = before === null ? null : { change: before.change, goal: before.goal, last: result.name };
  const inOpen =
    state.open !== null && (state.open.change === record.change || state.change?.goal === 'verify');
  return changed(state, {
    change,
    drained: state.drained || (result.name === 'drained' && result.state === 'passed'),
    released_at:
      result.name === 'released' && result.state === 'passed' ? Date.parse(line.wall) : state.released_at,
    open: inOpen && state.open !== null ? withHoldPoint(state.open, result) : state.open,
  });
}

function changeEnded(
  state: SweepState,
  record: Extract<JournalRecord, { type: 'change.ended' }>,
  line: TimedRecord,
): SweepState {
  const goal = state.change?.goal;
  const { outcome, fault, result } = record;
  const next: SweepState = changed(state, {
    change: null,
    floor: { ...state.floor, ...result.floor },
    trials: result.dirty.length === 0 ? state.trials : withSuspects(state.trials, result.dirty),
    failed_at: outcome === 'failed' ? Date.parse(line.wall) : state.failed_at,
  });
  if (goal === 'observe') return outcome === 'ready' ? next : stoppedBy(next, fault);
  if (goal === 'stopped') return outcome === 'failed' ? stoppedBy(next, fault) : next;
  if (state.open === null) return next;
  if (goal === 'verify') {
    const open = {
      ...state.open,
      verified: outcome === 'ready',
      fault,
      outcome: outcome === 'ready' ? state.open.outcome : outcome,
    };
    return judged(changed(next, { open }), fault);
  }
  if (goal !== 'setting') return next;
  // what was measured and judged on another generation was never verified: it is not carried over
  const { measurements, evaluated } = state.open;
  const same = sameGeneration(state.open.result?.generation ?? null, result.generation);
  const kept = same ? { measurements, evaluated } : { measurements: [], evaluated: null };
  const load =
    result.durations.loaded_s === null
      ? null
      : 1000 * (result.durations.loaded_s - (result.durations.released_s ?? 0));
  return judged(
    changed(next, {
      open: { ...state.open, ...kept, generation: result.generation, result, outcome, fault },
      peak_bytes: Math.max(state.peak_bytes ?? 0, result.peak_bytes ?? 0) || null,
      garbage_is_normal:
        state.garbage_is_normal || (result.garbage && result.adopted && isFound(state, result.generation)),
      longest_load_ms: load === null ? state.longest_load_ms : Math.max(state.longest_load_ms ?? 0, load),
    }),
    fault,
  );
}

/** The server that ran before Holdpoint came. */
function isFound({ original }: SweepState, generation: Generation | null): boolean {
  return (
    original !== null &&
    !original.ours &&
    generation !== null &&
    sameGeneration(original.generation, generation)
  );
}

/** A run-scope fault that no retry is left for stops the run, and so do three different settings that crash in a row. */
function judged(state: SweepState, fault: SweepState['restore_fault']): SweepState {
  if (fault === null || state.open === null) return state;
  if (fault.scope === 'run' && !canRetry(state, fault)) return stoppedBy(state, fault);
  if (fault.class !== 'crashed') return state;
  const crashed = [...state.crashed.filter((name) => name !== state.open?.trial), state.open.trial];
  return crashed.length >= CRASHES_IN_A_ROW
    ? stoppedBy(changed(state, { crashed }), fault)
    : changed(state, { crashed });
}

function stoppedBy(state: SweepState, fault: SweepState['restore_fault']): SweepState {
  if (fault === null) return state;
  const stop = state.stop ?? { state: 'stopped', reason: fault.message, fault };
  return changed(state, { stop, faults: [...state.faults, fault] });
}

function measured(
  state: SweepState,
  record: Extract<JournalRecord, { type: 'measurement.ended' }>,
): SweepState {
  const open = state.open;
  if (open === null) return state;
  if (record.void === null) {
    const measurements = [...open.measurements, record.measurement];
    return changed(state, { open: { ...open, measurements, voids_in_a_row: 0 } });
  }
  const foreign = record.void.name === 'foreign-load' ? state.foreign_voids + 1 : state.foreign_voids;
  // a server that is another one by now cannot be measured again: the setting gets a new start
  const dead = record.void.scope !== 'measurement' || record.void.name === 'generation-changed';
  const next: SweepState = changed(state, {
    foreign_voids: foreign,
    open: {
      ...open,
      voids: [...open.voids, record.void],
      voids_in_a_row: open.voids_in_a_row + 1,
      ...(dead ? { outcome: 'failed', fault: record.void } : {}),
    },
  });
  return foreign >= FOREIGN_VOIDS ? stoppedBy(next, record.void) : judged(next, dead ? record.void : null);
}

/** What was measured or judged last was done then, counted from the beginning of the change as the hold points are. */
function measuredBy(state: SweepState, line: TimedRecord): SweepState {
  const { open } = state;
  if (open === null) return state;
  const measured_s = seconds(Math.max(0, Date.parse(line.wall) - open.begun_at));
  return changed(state, { open: { ...open, measured_s } });
}

function startEnded(state: SweepState, record: Extract<JournalRecord, { type: 'start.ended' }>): SweepState {
  const good = record.start.fault === null;
  const crashed = good && record.start.reused_from === null ? [] : state.crashed;
  const capacity = state.open?.result?.capacity ?? null;
  const replicate = state.open?.replicate ?? record.start.measurements[0]?.replicate ?? 1;
  const evaluated = state.open?.evaluated ?? null;
  const start = endedStart(record.start, state.open);
  return onTrial(changed(state, { open: null, crashed }), record.trial, (trial) => ({
    ...trial,
    starts: [...trial.starts, start],
    capacity: good && capacity !== null ? capacity : trial.capacity,
    // the start itself says that the setting is measured: a crash before the trial's own record loses nothing
    status: good && replicate === 1 ? 'measured' : trial.status,
    done: good ? [...trial.done, replicate] : trial.done,
    evaluated: good && replicate === 1 ? evaluated : trial.evaluated,
    failures: good ? 0 : trial.failures + (wasInterrupted(start) ? 0 : 1),
  }));
}

/** What was started on a floor that was too high may have shared the device. An adopted server was there before. */
function withSuspects(trials: SweepState['trials'], reasons: readonly string[]): SweepState['trials'] {
  return trials.map((trial) => ({
    ...trial,
    starts: trial.starts.map((start) =>
      start.adopted || start.reused_from !== null
        ? start
        : { ...start, suspect: [...start.suspect, ...reasons] },
    ),
  }));
}

function onTrial(state: SweepState, name: string, change: (trial: TrialState) => TrialState): SweepState {
  const at = positionOf(state.plan, name);
  const trial = state.trials[at];
  const next = trial === undefined ? trial : change(trial);
  return next === trial || next === undefined
    ? state
    : changed(state, { trials: withAt(state.trials, at, next) });
}

/** Its last start has often said the same already. */
function ended(trial: TrialState, status: TrialState['status'], fault: TrialState['fault']): TrialState {
  return trial.status === status && trial.fault === fault ? trial : { ...trial, status, fault };
}

/** Where each trial stands in its plan: looking for it again for each record takes longer than all the rest of the fold. */
const positions = new WeakMap<Plan, ReadonlyMap<string, number>>();

function positionOf(plan: Plan, name: string): number {
  const known = positions.get(plan) ?? new Map(plan.trials.map((trial, at) => [trial.name, at]));
  positions.set(plan, known);
  return known.get(name) ?? -1;
}

/** An interrupted start says nothing against its setting. */
function wasInterrupted(start: StartDocument): boolean {
  return start.fault?.name === 'interrupted';
}
