import { changed } from './changed.ts';
import type { JournalRecord } from './records.ts';
import type { SweepState } from './state.ts';

/** With the original the clients are back, too: a run that goes on after that drains again. */
export function restored(
  state: SweepState,
  record: Extract<JournalRecord, { type: 'restored' }>,
): SweepState {
  const { ok } = record.restored;
  return changed(state, {
    open: null,
    restored: record.restored,
    restore_fault: record.fault,
    faults: record.fault === null ? state.faults : [...state.faults, record.fault],
    drained: state.drained && !ok,
    undrain_owed: state.undrain_owed && !ok,
  });
}

/**
 * After a crash the open start is done again or adopted. A run that was on its way to its end is brought to its end
 * first; one that had ended goes on, whatever ended it. Where it had put everything back, it owes nothing and keeps no
 * original any more: what runs now is observed anew.
 */
export function resumed(state: SweepState, onlyRestore: boolean): SweepState {
  const open = state.open === null ? null : { ...state.open, outcome: null, fault: null, verified: false };
  const asked = onlyRestore
    ? { state: 'interrupted' as const, reason: 'only the restore was asked for', fault: null }
    : null;
  const stop = state.ended === null ? (state.stop ?? asked) : asked;
  const settled = state.ended !== null && state.restored?.ok === true;
  return changed(state, {
    ...(settled ? { original: null, touched: false } : {}),
    open,
    change: null,
    stop,
    abandoned: false,
    restored: null,
    restore_fault: null,
    ended: null,
  });
}
