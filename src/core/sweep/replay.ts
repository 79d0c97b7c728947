import type { Plan } from '../plan/plan.ts';
import { apply } from './apply.ts';
import type { JournalLine, JournalRecord } from './records.ts';
import { emptyState, type SweepState } from './state.ts';

/** Lines of a journal, to be gone through once. Those of the types in `without` may be left out. */
export interface ReplayedLines {
  reduce<S>(
    fold: (state: S, line: JournalLine) => S,
    initial: S,
    without?: ReadonlySet<JournalRecord['type']>,
  ): S;
}

/** Records that change no state: a long journal is replayed faster where they are not even read. */
const WITHOUT_EFFECT = new Set<JournalRecord['type']>(['outcome', 'measurement.begun']);

/** The state that the journal of a run tells. */
export function replay(
  run: { readonly id: string; readonly command: 'sweep' | 'apply'; readonly plan: Plan },
  lines: ReplayedLines,
): SweepState {
  return lines.reduce(apply, emptyState(run.id, run.command, run.plan), WITHOUT_EFFECT);
}
