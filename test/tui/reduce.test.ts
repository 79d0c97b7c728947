import { expect, test } from 'vitest';
import { fault } from '../../src/core/fault.ts';
import { reduce } from '../../src/tui/reduce.ts';
import { initialState } from '../../src/tui/state.ts';
import { measurement, objective, start } from '../report/fixtures.ts';
import { begun, journal, passed, waiting } from './events.ts';

const fresh = initialState({ title: 's', objective, baseline: null, trials: ['a', 'b'] }, 0);

test('a void measurement gives no number', () => {
  const event = journal({
    type: 'measurement.ended',
    trial: 'a',
    start: 1,
    measurement: measurement(1, 9),
    void: fault('foreign-load', 'others'),
  });
  expect(reduce(fresh, event, 0).rows[0]?.measurements).toEqual([]);
});

test('reused measurements are taken over', () => {
  const event = journal({
    type: 'start.ended',
    trial: 'b',
    start: start({ reused_from: 'run-1', measurements: [measurement(1, 9)] }),
  });
  expect(reduce(fresh, event, 0).rows[1]).toMatchObject({
    reused: true,
    measurements: [{ output_tokens_per_s: 9 }],
  });
});

test('a passed hold point ends its wait, a new change its hold points', () => {
  const waited = [begun('a'), waiting(), passed('loaded', 3)].reduce(
    (state, event) => reduce(state, event, 0),
    fresh,
  );
  expect(waited.waiting).toBeNull();
  expect(waited.rows[0]?.load_s).toBe(3);
  expect(reduce(waited, begun('b'), 0).change?.hold_points).toEqual([]);
});

test('the decision marks the best', () => {
  const decision = { kind: 'winner' as const, best: 'b', reason: 'r', command: null };
  const state = reduce(fresh, journal({ type: 'sweep.ended', state: 'done', decision, faults: [] }), 0);
  expect(state.rows.map((row) => row.best)).toEqual([false, true]);
  expect(state.ended).toBe(true);
});
