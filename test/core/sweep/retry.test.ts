import { describe, expect, test } from 'vitest';
import { fault } from '../../../src/core/fault.ts';
import { canRetry } from '../../../src/core/sweep/retry.ts';
import type { SweepState } from '../../../src/core/sweep/state.ts';

const held = fault('port-held', 'port 30000 is held by pid 7');

/** An open start at that attempt, with the hold points that it has passed. */
const at = (attempt: number, ...passed: readonly string[]): SweepState =>
  ({
    open: {
      attempt,
      hold_points: passed.map((name) => ({ name, state: 'passed', waited_s: 0, evidence: [] })),
    },
  }) as unknown as SweepState;

describe('a port that is held', () => {
  test('before anything was touched stays held', () => {
    expect(canRetry(at(1), held)).toBe(false);
    expect(canRetry(at(1, 'observed'), held)).toBe(false);
  });

  test('after a stop was just freed, and is tried again three times', () => {
    const left = ['observed', 'prepared', 'stopped'];
    // a later attempt finds at its first look what the one before has left
    expect([at(1, ...left), at(2), at(3), at(4)].map((state) => canRetry(state, held))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
