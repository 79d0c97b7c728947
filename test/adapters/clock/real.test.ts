import { expect, test } from 'vitest';
import { RealClock } from '../../../src/adapters/clock/real.ts';
import { contractOfClock } from '../../contract/clock.ts';

contractOfClock('the real clock', () => ({ clock: new RealClock(), drive: (promise) => promise }));

test('a wait longer than a timer of Node can take does not fire at once', async () => {
  const clock = new RealClock();
  const controller = new AbortController();
  let over = false;
  const waiting = clock.wait(2 ** 31 + 1000, controller.signal).then(() => {
    over = true;
  });
  await clock.wait(20);
  expect(over).toBe(false);
  controller.abort();
  await waiting;
});

test('now can be compared between processes of one boot', async () => {
  const [seconds] = process.hrtime();
  expect(Math.abs(new RealClock().now() / 1000 - seconds)).toBeLessThan(60);
});
