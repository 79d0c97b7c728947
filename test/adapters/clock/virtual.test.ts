import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VirtualClock, VirtualDeadlock } from '../../../src/adapters/clock/virtual.ts';
import { contractOfClock } from '../../contract/clock.ts';

contractOfClock('the virtual clock', () => {
  const clock = new VirtualClock();
  return { clock, drive: (promise) => clock.run(promise) };
});

test('a load of seven minutes passes without anybody waiting for it', async () => {
  const clock = new VirtualClock();
  const polls: number[] = [];
  await clock.run(
    (async () => {
      while (clock.now() < 420_000) {
        await clock.wait(250);
        polls.push(clock.now());
      }
    })(),
  );
  expect(polls).toHaveLength(1680);
  expect(polls.at(-1)).toBe(420_000);
});

test('time stands still until it is driven, and passes exactly as told', async () => {
  const clock = new VirtualClock();
  let over = false;
  void clock.wait(100).then(() => {
    over = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect([clock.now(), over]).toEqual([0, false]);
  await clock.advance(99);
  expect([clock.now(), over]).toEqual([99, false]);
  await clock.advance(1);
  expect([clock.now(), over]).toEqual([100, true]);
});

test('the next timer waits for ticks, immediates and file operations that the last one began', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdpoint-clock-'));
  const clock = new VirtualClock();
  const order: string[] = [];
  const early = async (): Promise<void> => {
    await clock.wait(10);
    await new Promise<void>((resolve) => process.nextTick(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    await writeFile(join(folder, 'a'), 'b');
    await readFile(join(folder, 'a'));
    order.push(`early at ${clock.now()}`);
  };
  const late = async (): Promise<void> => {
    await clock.wait(20);
    order.push(`late at ${clock.now()}`);
  };
  await clock.run(Promise.all([late(), early()]));
  expect(order).toEqual(['early at 10', 'late at 20']);
  await rm(folder, { recursive: true });
});

test('a promise that nothing can settle any more is a deadlock, and says when', async () => {
  const clock = new VirtualClock();
  const stuck = clock.wait(500).then(() => new Promise(() => {}));
  await expect(clock.run(stuck)).rejects.toThrow(new VirtualDeadlock(500));
});

test('what the driven promise rejects with comes through', async () => {
  const clock = new VirtualClock();
  const failing = clock.wait(5).then(() => Promise.reject(new Error('no')));
  await expect(clock.run(failing)).rejects.toThrow('no');
});

test('a suspend moves wall and boot clock and leaves now', async () => {
  const clock = new VirtualClock(1_000_000);
  await clock.advance(10);
  clock.suspend(5000);
  expect([clock.now(), clock.boot(), clock.wall()]).toEqual([10, 5010, 1_005_010]);
});

test('aborted waits leave no timer behind', async () => {
  const clock = new VirtualClock();
  const controller = new AbortController();
  for (let i = 0; i < 10; i += 1) void clock.wait(1000 + i, controller.signal);
  controller.abort();
  await expect(clock.run(new Promise(() => {}))).rejects.toThrow(VirtualDeadlock);
  expect(clock.now()).toBe(0);
});

test('a thousand timers in any order fire in the order of their times', async () => {
  const clock = new VirtualClock();
  const due: number[] = [];
  const times = Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1009);
  await clock.run(Promise.all(times.map((ms) => clock.wait(ms).then(() => due.push(clock.now())))));
  expect(due).toEqual(times.toSorted((a, b) => a - b));
});
