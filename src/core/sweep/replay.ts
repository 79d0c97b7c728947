import type { Plan } from '../plan/plan.ts';
import { apply } from './apply.ts';
import { show, unseenCopy } from './lists.ts';
import type { JournalRecord, TimedRecord } from './records.ts';
import { emptyState, type SweepState } from './state.ts';

type RecordType = JournalRecord['type'];

/** Lines of a journal, to be gone through once. Those whose type is not `wanted` may be left out, unread. */
export interface ReplayedLines {
  reduce<S>(fold: (state: S, line: TimedRecord) => S, initial: S, wanted?: (type: RecordType) => boolean): S;
}

/** The others change no state: a long journal is replayed faster where they are not even read. */
const hasEffect = (type: RecordType) => type !== 'outcome' && type !== 'measurement.begun';

/** The state that the journal of a run tells. */
export function replay(
  run: { readonly id: string; readonly command: 'sweep' | 'apply'; readonly plan: Plan },
  lines: ReplayedLines,
): SweepState {
  const empty = emptyState(run.id, run.command, run.plan);
  const first = {
    ...empty,
    trials: unseenCopy(empty.trials),
    generations: unseenCopy(empty.generations),
  };
  const state = lines.reduce(apply, first, hasEffect);
  show(state.trials);
  show(state.generations);
  return state;
}

/** Floors that the changes of a run have found, in bytes by device; the later one counts. */
export function floorTold(lines: ReplayedLines): SweepState['floor'] {
  return lines.reduce<SweepState['floor']>(
    (floor, { record }) => (record.type === 'change.ended' ? { ...floor, ...record.result.floor } : floor),
    {},
    (type) => type === 'change.ended',
  );
}
