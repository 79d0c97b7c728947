import type { JournalRecord } from '../core/sweep/records.ts';
import type { Milliseconds } from '../core/units.ts';
import { isBest, type ResultRow } from '../report/rows.ts';
import type { RunEvent } from '../run/events.ts';
import type { ViewState } from './state.ts';

/** The next state of a face. Pure; `now` is the time at which the event came. */
export function reduce(state: ViewState, event: RunEvent, now: Milliseconds): ViewState {
  switch (event.type) {
    case 'journal':
      return ofRecord(state, event.line.record);
    case 'waiting':
      return { ...state, waiting: { waiting: event.waiting, received_ms: now } };
    case 'load':
      return { ...state, load: event };
    case 'operator':
      return state;
  }
}

function ofRecord(state: ViewState, record: JournalRecord): ViewState {
  switch (record.type) {
    case 'change.begun': {
      const { goal, trial, start, attempt } = record;
      return {
        ...state,
        change: { goal, trial, start, attempt, hold_points: [] },
        waiting: null,
        load: null,
      };
    }
    case 'holdpoint':
      return passed(state, record.result);
    case 'change.ended':
      return { ...state, waiting: null };
    case 'measurement.begun':
      return { ...state, waiting: null };
    case 'measurement.ended':
      return measured({ ...state, load: null }, record);
    case 'start.ended': {
      const { adopted, reused_from, suspect } = record.start;
      return row(state, record.trial, (r) => ({
        ...r,
        adopted: r.adopted || adopted,
        reused: reused_from !== null,
        suspect: r.suspect || suspect.length > 0,
        measurements: reused_from === null ? r.measurements : record.start.measurements,
      }));
    }
    case 'trial.ended':
      return row(state, record.trial, (r) => ({
        ...r,
        status: record.status,
        fault: record.fault?.name ?? null,
      }));
    case 'sweep.ended':
      return {
        ...state,
        ended: true,
        rows: state.rows.map((r) => ({ ...r, best: isBest(r.name, record.decision) })),
      };
    default:
      return state;
  }
}

function passed(
  state: ViewState,
  result: Extract<JournalRecord, { type: 'holdpoint' }>['result'],
): ViewState {
  const { change } = state;
  if (change === null) return state;
  const next = {
    ...state,
    waiting: null,
    change: { ...change, hold_points: [...change.hold_points, result] },
  };
  if (result.name !== 'loaded' || result.state !== 'passed' || change.trial === null) return next;
  return row(next, change.trial, (r) => ({ ...r, load_s: result.waited_s }));
}

function measured(
  state: ViewState,
  record: Extract<JournalRecord, { type: 'measurement.ended' }>,
): ViewState {
  if (record.void !== null) return state;
  return row(state, record.trial, (r) => ({ ...r, measurements: [...r.measurements, record.measurement] }));
}

function row(state: ViewState, name: string, change: (row: ResultRow) => ResultRow): ViewState {
  return { ...state, rows: state.rows.map((r) => (r.name === name ? change(r) : r)) };
}
