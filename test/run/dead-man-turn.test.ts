import { expect, it } from 'vitest';
import type { JournalLine, JournalRecord } from '../../src/core/sweep/records.ts';
import { deadManTurn, type Found } from '../../src/run/dead-man-turn.ts';
import { storedRun } from '../cli/run-folder.ts';

const HOLDER = { pid: 900, start_ticks: 5, boot_id: 'boot', uid: 0, fence: 1 };

function lines(...records: readonly JournalRecord[]): JournalLine[] {
  const wall = '2026-11-29T23:04:00.000Z';
  return records.map((record, i) => ({ seq: i + 1, wall, mono_ms: 0, boot_id: 'boot', record, sum: '' }));
}

function turn(found: Partial<Found>) {
  return deadManTurn({ stored: storedRun(), lines: [], fence: 1, holder: HOLDER, living: false, ...found });
}

const BACK: JournalRecord = { type: 'restored', restored: { to: 'original', ok: true }, fault: null };
const BEST: JournalRecord = { type: 'restored', restored: { to: 'best', ok: true }, fault: null };
const NOT_BACK: JournalRecord = { type: 'restored', restored: { to: 'original', ok: false }, fault: null };
const ABANDONED: JournalRecord = { type: 'operator', request: 'abandon' };
const RESUMED: JournalRecord = { type: 'resumed', only_restore: true };
const ENDED: JournalRecord = {
  type: 'sweep.ended',
  state: 'done',
  decision: { kind: 'not_enough_data', best: null, reason: '', command: null },
  faults: [],
};

it('the process is dead: an ordinary restore, over nobody', () => {
  expect(turn({})).toMatchObject({ over: null });
  expect(turn({ holder: null })).toMatchObject({ over: null });
});

it('it lives in the turn that the timer was armed for: it hangs, and the run is taken from it', () => {
  expect(turn({ living: true })).toMatchObject({ over: HOLDER, why: expect.stringContaining('pid 900') });
});

it('a later turn lives: it has a timer of its own; a later turn that died needs the restore', () => {
  const later = { ...HOLDER, pid: 901, fence: 2 };
  expect(turn({ holder: later, living: true })).toEqual({
    stand_back: expect.stringContaining('process 901'),
  });
  expect(turn({ holder: later, living: false })).toMatchObject({ over: null });
});

it.each([
  ['left on request', [ABANDONED], false],
  ['back, while its process still writes its reports', [BACK], true],
  ['back, and ended', [BACK, ENDED], false],
  ['the winner stays, as was asked for, and only the last record is missing', [BEST], false],
  ['not back, as its own end has said with the command that is left to do', [NOT_BACK, ENDED], false],
] as const)('%s: it stands back', (_, records, living) => {
  expect(turn({ lines: lines(...records), living })).toHaveProperty('stand_back');
});

it.each([
  ['dead between the last change and its end', [BACK]],
  ['dead in a later turn than the one that was left on request', [ABANDONED, NOT_BACK, ENDED, RESUMED]],
] as const)('%s: it restores', (_, records) => {
  expect(turn({ lines: lines(...records) })).toMatchObject({ over: null });
});
