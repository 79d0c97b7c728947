import { expect, it } from 'vitest';
import { VirtualClock } from '../../../src/adapters/clock/virtual.ts';
import { FastClock } from '../../../src/sim/daemon/fast-clock.ts';

it('goes as fast as the slowest of those who watch, without a jump', async () => {
  const real = new VirtualClock();
  const clock = new FastClock(real, 150);
  await real.advance(10);
  const answer = clock.slow(4);
  const program = clock.slow(1);
  await real.advance(10);
  expect(clock.now()).toBe(1500 + 10);
  program();
  await real.advance(10);
  expect(clock.now()).toBe(1510 + 40);
  answer();
  answer();
  await real.advance(10);
  expect(clock.now()).toBe(1550 + 1500);
});

it('is never made faster than it was asked to be', async () => {
  const real = new VirtualClock();
  const clock = new FastClock(real, 2);
  clock.slow(4);
  await real.advance(10);
  expect(clock.now()).toBe(20);
});

it('tells of each change once, with what another process needs to have the same time', async () => {
  const real = new VirtualClock();
  const clock = new FastClock(real, 100);
  const heard: unknown[] = [];
  const deaf = clock.onPace((pace) => heard.push(pace));
  await real.advance(10);
  const first = clock.slow(4);
  const second = clock.slow(4);
  first();
  await real.advance(10);
  second();
  deaf();
  clock.slow(1);
  const epoch_ms = real.wall() - real.now();
  expect(heard).toEqual([
    { real_ms: 10, sim_ms: 1000, speed: 4, epoch_ms },
    { real_ms: 20, sim_ms: 1040, speed: 100, epoch_ms },
  ]);
});

it('an alarm that was set at full speed waits for those who watch', async () => {
  const real = new VirtualClock();
  const clock = new FastClock(real, 100);
  const at: number[] = [];
  clock.alarm(1000, () => at.push(real.now()));
  await real.advance(5);
  const watched = clock.slow(1);
  await real.advance(100);
  expect(at).toEqual([]);
  watched();
  await real.advance(10);
  expect(at).toEqual([5 + 100 + 4]);
});
