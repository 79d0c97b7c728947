import fc from 'fast-check';
import { expect } from 'vitest';
import { play } from './harness.ts';
import { schedules } from './schedules.ts';

/** Together 20,000 in each test run, over four files so that two cores share them evenly. */
export const SCHEDULES_PER_FILE = Number(process.env['HOLDPOINT_SCHEDULES'] ?? 20_000) / 4;

export async function keepsEveryInvariant(seed: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      const { violations } = await play(schedule, '/nowhere');
      expect(violations).toEqual([]);
    }),
    { numRuns: SCHEDULES_PER_FILE, seed, endOnFailure: true },
  );
}
