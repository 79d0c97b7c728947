import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../src/adapters/clock/virtual.ts';
import { SimulatedTime } from '../../../src/sim/time/simulated-time.ts';

function begun(): { clock: VirtualClock; time: SimulatedTime } {
  const clock = new VirtualClock();
  const time = new SimulatedTime(clock);
  time.begin();
  return { clock, time };
}

describe('simulated time', () => {
  it('runs every event at its own moment and in order, however it is looked at', async () => {
    const moments = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 40 });
    const looks = fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(moments, looks, async (wanted, steps) => {
        const { clock, time } = begun();
        const seen: { moment: number; now: number; order: number }[] = [];
        wanted.forEach((moment, order) =>
          time.at(moment, () => seen.push({ moment, now: time.now(), order })),
        );
        let passed = 0;
        for (const step of steps) {
          await clock.advance(step);
          passed += step;
          expect(time.now()).toBe(passed);
          expect(seen).toHaveLength(wanted.filter((moment) => moment <= passed).length);
        }
        expect(seen.every(({ moment, now }) => moment === now)).toBe(true);
        const sorted = wanted
          .map((moment, order) => ({ moment, order }))
          .sort((a, b) => a.moment - b.moment || a.order - b.order);
        expect(seen.map(({ order }) => order)).toEqual(
          sorted.slice(0, seen.length).map(({ order }) => order),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('waits for a look while nobody holds it, and goes by itself while somebody does', async () => {
    const { clock, time } = begun();
    const ran: number[] = [];
    time.after(10, () => ran.push(time.now()));
    await clock.advance(100);
    expect(ran).toEqual([]);
    const release = time.hold();
    await clock.advance(0);
    expect(ran).toEqual([10]);
    time.after(5, () => time.after(7, () => ran.push(time.now())));
    await clock.advance(50);
    expect(ran).toEqual([10, 112]);
    release();
    time.after(1, () => ran.push(time.now()));
    await clock.advance(50);
    expect(ran).toHaveLength(2);
  });

  it('an event that comes earlier than the one waited for is not late', async () => {
    const { clock, time } = begun();
    const ran: string[] = [];
    time.hold();
    time.after(50, () => ran.push('late'));
    time.after(5, () => ran.push('early'));
    await clock.advance(5);
    expect(ran).toEqual(['early']);
  });

  it('a cancelled event does not run', async () => {
    const { clock, time } = begun();
    let ran = false;
    time.after(5, () => {
      ran = true;
    })();
    await clock.advance(10);
    time.now();
    expect(ran).toBe(false);
  });

  it('a machine that was set up in its past has lived through it at the first look', () => {
    const clock = new VirtualClock(1_000_000);
    const time = new SimulatedTime(clock, 25, 3600);
    const seen: { now: number; wall: number }[] = [];
    time.after(1000, () => seen.push({ now: time.now(), wall: time.wall() }));
    expect(time.wall()).toBe(1_000_000 - 3600);
    time.begin();
    expect(time.now()).toBe(3625);
    expect(seen).toEqual([{ now: 1025, wall: 1_000_000 - 2600 }]);
    expect(time.wall()).toBe(1_000_000);
  });
});
