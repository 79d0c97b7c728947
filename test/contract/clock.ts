import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/ports/clock.ts';

export interface ClockSubject {
  readonly clock: Clock;
  /** Lets time pass until the promise settles. */
  drive<T>(promise: Promise<T>): Promise<T>;
}

/** What every clock keeps. */
export function contractOfClock(name: string, make: () => ClockSubject): void {
  describe(`${name} keeps the contract of Clock`, () => {
    test('now never goes back, wall and boot are in milliseconds', async () => {
      const { clock, drive } = make();
      const readings: number[] = [];
      for (let i = 0; i < 50; i += 1) {
        readings.push(clock.now());
        if (i % 10 === 0) await drive(clock.wait(1));
      }
      expect(readings).toEqual(readings.toSorted((a, b) => a - b));
      expect(new Date(clock.wall()).getUTCFullYear()).toBeGreaterThan(2020);
      expect(clock.boot()).toBeGreaterThanOrEqual(0);
    });

    test('a wait is over at or after its time, never before', async () => {
      const { clock, drive } = make();
      for (const ms of [1, 7, 20]) {
        const before = clock.now();
        await drive(clock.wait(ms));
        expect(clock.now() - before).toBeGreaterThanOrEqual(ms);
      }
    });

    test('waits end in the order of their times, those of one time in the order of the calls', async () => {
      const { clock, drive } = make();
      const ended: string[] = [];
      const wait = async (ms: number, label: string): Promise<void> => {
        await clock.wait(ms);
        ended.push(label);
      };
      await drive(Promise.all([wait(60, 'late'), wait(20, 'early'), wait(0, 'now'), wait(20, 'early too')]));
      expect(ended).toEqual(['now', 'early', 'early too', 'late']);
    });

    test('an abort ends the wait at once and rejects nothing', async () => {
      const { clock, drive } = make();
      const controller = new AbortController();
      const waiting = clock.wait(3_600_000, controller.signal);
      controller.abort(new Error('the operator'));
      await expect(drive(waiting)).resolves.toBeUndefined();
      await expect(drive(clock.wait(3_600_000, controller.signal))).resolves.toBeUndefined();
    });

    test('a time that is past or no time at all is over at once', async () => {
      const { clock, drive } = make();
      await drive(Promise.all([clock.wait(0), clock.wait(-5), clock.wait(Number.NaN)]));
    });
  });
}
