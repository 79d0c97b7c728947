import { expect } from 'vitest';
import { holdPointsOf } from '../look.ts';
import { BOTH_READINGS, FIRST_READING, failed, measured, named, type Row } from '../row.ts';

const leftover = named('exited', 'leftover', { cause: 'out-of-memory-leftover', leftover: 'confirmed' });
const degraded = named('degraded', 'leftover', { what: 'kv_tokens' });

export const MEMORY: readonly Row[] = [
  {
    faults: ['late-release'],
    host: 'every device keeps the memory of the dead server for 75 s and only then gives it back',
    why: '`released` waits longer, nothing fails (3, hold point 4)',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: measured(null) },
    exit: 0,
    decision: 'baseline_best',
    original: 'back',
    did: 'waited at `released` for more than 75 s',
    also: (sweep) => {
      const [first, second] = holdPointsOf(sweep, 'released').filter(({ state }) => state === 'passed');
      expect(first?.waited_s).toBeGreaterThan(75);
      expect(second?.waited_s).toBeLessThan(75);
    },
  },
  {
    faults: ['memory-never-back'],
    host: 'one device keeps 40 GiB of the dead server for ever; no process holds them',
    why: 'nothing is started over it, and the original cannot come back: exit 23 with the command (3, rules)',
    trials: {
      b8k4: FIRST_READING,
      b16k4w2k: failed(named('memory-not-released', 'leftover', { trend: 'not falling', holders: [] })),
    },
    ended_by: named('memory-not-released', 'leftover', { trend: 'not falling', holders: [] }),
    exit: 23,
    decision: 'not_enough_data',
    original: 'not back',
  },
  {
    faults: ['leftover-oom'],
    host: 'memory that no tool reports is held while the server starts: it runs out of memory at its weights',
    why: 'the devices were not as free as they looked: leftover, tried again after `released` has held 10 s more (3, table)',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: measured(leftover, null) },
    exit: 0,
    decision: 'no_difference',
    original: 'back',
  },
  {
    faults: ['leftover-oom@2', 'leftover-oom@3', 'leftover-oom@4', 'leftover-oom@5'],
    host: 'the same at four starts in a row',
    why: 'three retries after 10, 30 and 90 s, then the setting has failed and the others go on (3, table)',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: failed(leftover, leftover, leftover, leftover) },
    exit: 10,
    decision: 'not_enough_data',
    original: 'back',
    did: 'waited 10, 30 and 90 s after `released`',
    also: (sweep) => expect(waitsBeforeRetry(sweep)).toEqual([10, 30, 90]),
  },
  {
    faults: ['shrunken-kv@3'],
    host: "hidden memory at the baseline's second start: the KV cache comes up a quarter smaller",
    why: 'smaller than the last good start of this setting: degraded, tried again (3, hold point 9)',
    trials: { b8k4: measured(null, degraded, null), b16k4w2k: measured(null) },
    exit: 0,
    decision: 'no_difference',
    original: 'back',
  },
  {
    faults: ['shrunken-kv'],
    host: 'the same at the first start of a setting',
    why: 'there is no good start of this setting to compare with, but less was free than was witnessed: suspect (3, hold point 9)',
    trials: { b8k4: BOTH_READINGS, b16k4w2k: measured(null) },
    exit: 0,
    decision: 'baseline_best',
    original: 'back',
    did: 'called the start suspect',
    also: ({ document }) => {
      const suspect = document.trials.flatMap(({ name, starts }) =>
        starts.flatMap((start) => start.suspect.map((text) => `${name}: ${text}`)),
      );
      expect(suspect).toEqual([
        expect.stringMatching(/^b16k4w2k: the server found .* free on its fullest device/),
      ]);
    },
  },
];

/** Whole seconds from the `released` that the wait counts from to the next start. */
function waitsBeforeRetry(sweep: Parameters<typeof holdPointsOf>[0]): readonly number[] {
  const at = (type: string) => (line: (typeof sweep.journal)[number]) => line.record.type === type;
  const ends = sweep.journal.filter(at('change.ended'));
  return sweep.journal
    .filter(({ record }) => record.type === 'change.begun' && record.attempt > 1 && record.goal === 'setting')
    .map(({ mono_ms, seq }) => {
      const before = ends.findLast((line) => line.seq < seq);
      return Math.round((mono_ms - (before?.mono_ms ?? 0)) / 1000);
    });
}
