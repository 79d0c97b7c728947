import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../src/adapters/clock/virtual.ts';
import { closedLoop } from '../../../src/load/schedule/closed-loop.ts';
import type { LoadRun } from '../../../src/load/schedule/load-run.ts';
import { openLoop } from '../../../src/load/schedule/open-loop.ts';
import type { LoadExtent } from '../../../src/ports/load.ts';

interface Sent {
  readonly index: number;
  readonly slot: number;
  readonly intended: number;
  readonly at: number;
}

/** Plays a load in virtual time against a server that takes `service` ms for the n-th request. */
async function play(
  extent: LoadExtent,
  service: (index: number) => number,
  load: (run: LoadRun) => Promise<void>,
  signal = new AbortController().signal,
) {
  const clock = new VirtualClock(0);
  const begin = clock.now();
  const sent: Sent[] = [];
  const unsent: number[] = [];
  let [open, most] = [0, 0];
  const run: LoadRun = {
    clock,
    begin,
    extent,
    signal,
    async send(index, slot, intended) {
      sent.push({ index, slot, intended: intended - begin, at: clock.now() - begin });
      most = Math.max(most, ++open);
      await clock.wait(service(index));
      open--;
      return clock.now();
    },
    unsent: (index) => void unsent.push(index),
  };
  await clock.run(load(run));
  return { sent, unsent, most, took: clock.now() - begin };
}

const every = (gap: number, n: number) => Array.from({ length: n }, (_, i) => i * gap);
const of = (requests: number | null, duration_ms: number | null = null) => ({ requests, duration_ms });

describe('a closed loop', () => {
  const shape = { kind: 'closed', concurrency: 4, starts_over_ms: null } as const;

  it('staggers its starts, and keeps every slot at work', async () => {
    const { sent, most } = await play(
      of(12),
      () => 100,
      (run) => closedLoop(shape, run),
    );
    expect(sent.map((s) => s.at)).toEqual([0, 2, 4, 6, 100, 102, 104, 106, 200, 202, 204, 206]);
    expect(sent.map((s) => s.index)).toEqual([...sent.keys()]);
    expect([most, sent.every((s) => s.intended === s.at)]).toEqual([4, true]);
  });

  it('starts in one burst, or over the time of a ramp', async () => {
    const starts = async (starts_over_ms: number) => {
      const { sent } = await play(
        of(4),
        () => 900,
        (run) => closedLoop({ ...shape, starts_over_ms }, run),
      );
      return sent.map((s) => s.at);
    };
    expect(await starts(0)).toEqual([0, 0, 0, 0]);
    expect(await starts(300)).toEqual([0, 100, 200, 300]);
  });

  it('starts none after its time, and lets those on their way end', async () => {
    const { sent, took } = await play(
      of(null, 250),
      () => 100,
      (run) => closedLoop({ ...shape, starts_over_ms: 0 }, run),
    );
    expect([sent.length, took]).toEqual([12, 300]);
  });

  it('needs no more slots than requests', async () => {
    const { sent } = await play(
      of(2),
      () => 5,
      (run) => closedLoop(shape, run),
    );
    expect(sent.map((s) => s.slot)).toEqual([0, 1]);
  });
});

describe('an open loop', () => {
  it('sends at its times, whatever the server does, without drift', async () => {
    const { sent, most } = await play(
      of(600),
      (index) => (index === 3 ? 20_000 : 10),
      (run) => openLoop(every(50, 1000), null, run),
    );
    expect(sent.map((s) => s.at)).toEqual(every(50, 600));
    expect(most).toBe(2);
  });

  it('keeps the intended time of what waits for its limit', async () => {
    const { sent, most, unsent } = await play(
      of(4),
      () => 100,
      (run) => openLoop(every(10, 4), 1, run),
    );
    expect(sent.map(({ intended, at }) => [intended, at])).toEqual([
      [0, 0],
      [10, 100],
      [20, 200],
      [30, 300],
    ]);
    expect([most, unsent]).toEqual([1, []]);
  });

  it('tells what it could not send within its time: sent and unsent are what was asked', async () => {
    const { sent, unsent } = await play(
      of(null, 250),
      () => 100,
      (run) => openLoop(every(10, 1000), 1, run),
    );
    expect([sent.length, unsent.length]).toEqual([3, 22]);
    expect([...sent.map((s) => s.index), ...unsent].sort((a, b) => a - b)).toEqual([...Array(25).keys()]);
  });

  it('sends nothing after the signal', async () => {
    const controller = new AbortController();
    const { sent, unsent } = await play(
      of(100),
      (index) => {
        if (index === 5) controller.abort();
        return 1;
      },
      (run) => openLoop(every(10, 100), null, run),
      controller.signal,
    );
    expect([sent.length, unsent]).toEqual([6, []]);
  });
});
