import { expect, test } from 'vitest';
import { apply } from '../../src/core/sweep/apply.ts';
import type { JournalRecord } from '../../src/core/sweep/records.ts';
import { emptyState, type OpenStart, type SweepState } from '../../src/core/sweep/state.ts';
import type { StoredRun } from '../../src/run/api.ts';
import { promptRound } from '../../src/run/prompt-round.ts';

const stored = (effort?: 'default') =>
  ({ configuration: { effort, objective: {} }, options: { seed: 1 } }) as unknown as StoredRun;
const open = (change: Partial<OpenStart> = {}) =>
  ({ replicate: 1, resumes: 0, measurements: [], voids: [], ...change }) as unknown as OpenStart;
const begun = (change: number, start: number): JournalRecord => ({
  type: 'change.begun',
  ...{ change, goal: 'setting', trial: 'one', start, attempt: 1, replicate: 1 },
});

test('one server is never asked the same prompts again', () => {
  const of = (change: Partial<OpenStart>) => promptRound(stored(), open(change));
  const rounds = [of({}), of({ voids: [{} as never] }), of({ resumes: 1 }), of({ replicate: 2 })];
  expect(new Set(rounds).size).toBe(rounds.length);
});

test('a start that another process goes on with asks prompts of its own; the next start asks the first ones', () => {
  const plan = { baseline: null, trials: [{ name: 'one' }] } as unknown as SweepState['plan'];
  const after = (...records: JournalRecord[]) =>
    records.reduce((s, record) => apply(s, { wall: '', record }), emptyState('run', 'sweep', plan)).open;
  expect(after(begun(1, 1))?.resumes).toBe(0);
  expect(after(begun(1, 1), begun(2, 1), begun(3, 1))?.resumes).toBe(2);
  expect(after(begun(1, 1), begun(2, 2))?.resumes).toBe(0);
});

test('all starts of the finals are asked the same, and not what the screening has asked', () => {
  const of = (replicate: number) => promptRound(stored('default'), open({ replicate }));
  expect([of(3), of(4)]).toEqual([of(2), of(2)]);
  expect(of(1)).not.toBe(of(2));
});
