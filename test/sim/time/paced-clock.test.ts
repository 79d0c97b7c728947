import { expect, it } from 'vitest';
import { VirtualClock } from '../../../src/adapters/clock/virtual.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { PacedClock } from '../../../src/sim/time/paced-clock.ts';

const EPOCH = Date.UTC(2030, 5, 1);

function paced(speed: number) {
  const real = new VirtualClock();
  const clock = new PacedClock(real, { real_ms: 0, sim_ms: 500, speed, epoch_ms: EPOCH });
  return { real, clock };
}

it('goes at its speed from the anchor on, on the wall too', async () => {
  const { real, clock } = paced(150);
  await real.advance(100);
  expect(clock.now()).toBe(500 + 15_000);
  expect(clock.boot()).toBe(15_500);
  expect(clock.wall()).toBe(EPOCH + 15_500);
});

it('rings in order of time, at its own speed and not before', async () => {
  const { real, clock } = paced(10);
  const rung: string[] = [];
  const note = (name: string) => () => void rung.push(`${name} ${clock.now() - 500}`);
  clock.alarm(200, note('second'));
  clock.alarm(50, note('first'));
  clock.alarm(50, note('also first'));
  clock.alarm(-5, note('at once'));
  expect(rung).toEqual([]);
  await real.advance(4);
  expect(rung).toEqual(['at once 0']);
  await real.advance(30);
  expect(rung.slice(1)).toEqual(['first 50', 'also first 50', 'second 200']);
});

it('what is waited for comes sooner or later when the speed changes', async () => {
  const { real, clock } = paced(4);
  const at: number[] = [];
  clock.alarm(180_000, () => at.push(real.now()));
  await real.advance(1000);
  clock.follow({ real_ms: 1000, sim_ms: 4500, speed: 100, epoch_ms: EPOCH });
  await real.advance(5000);
  expect(at).toEqual([1000 + (180_000 - 4000) / 100]);
});

it('never goes back when it hears of a slower pace late: it stands', async () => {
  const { real, clock } = paced(100);
  await real.advance(10);
  const ahead = clock.now();
  clock.follow({ real_ms: 5, sim_ms: 1000, speed: 1, epoch_ms: EPOCH });
  expect(clock.now()).toBe(ahead);
  await real.advance(400);
  expect(clock.now()).toBe(ahead);
  await real.advance(200);
  expect(clock.now()).toBe(1000 + 605);
});

it('an alarm set while it stands rings by the pace that is true', async () => {
  const { real, clock } = paced(100);
  await real.advance(10);
  clock.now();
  clock.follow({ real_ms: 5, sim_ms: 1000, speed: 1, epoch_ms: EPOCH });
  const at: number[] = [];
  clock.alarm(0, () => at.push(real.now()));
  await real.advance(1000);
  expect(at).toEqual([505]);
});

it('a cancelled alarm does not ring, nor any after a halt', async () => {
  const { real, clock } = paced(1);
  let rung = 0;
  const count = () => void (rung += 1);
  clock.alarm(10, count)();
  clock.alarm(20, count);
  await real.advance(30);
  expect(rung).toBe(1);
  clock.alarm(10, count);
  clock.halt();
  clock.alarm(10, count);
  await real.advance(30);
  expect(rung).toBe(1);
});

it('where this process was late, what one timer leads to comes before the next', async () => {
  let now = 0;
  let ring = (): void => {};
  const late: Clock = {
    now: () => now,
    wall: () => now,
    boot: () => now,
    alarm(_, rung) {
      ring = rung;
      return () => {};
    },
    wait: () => Promise.reject(new Error('not asked')),
  };
  const clock = new PacedClock(late, { real_ms: 0, sim_ms: 0, speed: 100, epoch_ms: 0 });
  const rang: string[] = [];
  const cancel = clock.alarm(2000, () => rang.push('limit'));
  void clock.wait(100).then(() => {
    rang.push('done');
    cancel();
  });
  now = 1000;
  ring();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(rang).toEqual(['done']);
});
