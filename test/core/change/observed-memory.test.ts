import { describe, expect, test } from 'vitest';
import { GiB, MiB } from '../../../src/core/units.ts';
import { FLOOR, FLOORS, play } from '../../adapters/accelerator/nvidia/release-scene.ts';
import type { Frame } from '../../adapters/accelerator/nvidia/scripted-host.ts';
import { eight, UUIDS } from '../../adapters/accelerator/nvidia/smi.ts';

const [FIRST = ''] = UUIDS;
const HELD = 70 * GiB;
const loading = (pids: readonly number[], bytes: number): Frame => ({
  gpus: eight(FLOOR + bytes),
  apps: pids.map((pid, rank) => ({ uuid: UUIDS[rank] ?? '', pid, used: bytes })),
});
const running = (pids: readonly number[]) => loading(pids, HELD);
const unknown = { floor: {} };

describe('the floor of eight devices at `observed`', () => {
  test('is derived while ours runs, and replaced by what is left when `released` has passed', async () => {
    const left = 250 * MiB;
    const { state } = await play({
      input: { ...unknown, floor_derived: true },
      frame: (t, pids) =>
        t === null ? running(pids) : { gpus: eight((i) => (i === 0 ? left : FLOOR + 100 * MiB)) },
    });
    expect(state.verdict).toEqual({ outcome: 'ready', fault: null });
    expect(state.facts.floor).toEqual(
      Object.fromEntries(UUIDS.map((uuid, i) => [uuid, i === 0 ? left : FLOOR + 100 * MiB])),
    );
    expect(state.facts.dirty).toEqual([]);
  });

  test('is not derived while memory that grows between two questions makes a contradiction of the answers', async () => {
    let calls = 0;
    // each call of the tool comes 10 GiB later in the load
    const held = () => Math.min(HELD, calls++ * 10 * GiB);
    const { state, waiting } = await play({
      input: { ...unknown, goal: { kind: 'observe' } },
      frame: (_t, pids) => loading(pids, held()),
    });
    expect(state.passed.map(({ name, state: is }) => [name, is])).toContainEqual(['observed', 'passed']);
    expect(state.facts.floor).toEqual(FLOORS);
    expect(waiting).toContain('memory in use and its holders to stand still, so that they can be believed');
  });

  const contradictions = [
    ['that stands still is told at its second look', () => 60 * GiB, 2, 2],
    [
      'that never stands still is told after half a minute',
      (call: number) => (40 + (call % 20)) * GiB,
      60,
      200,
    ],
  ] as const;
  test.each(contradictions)('a contradiction %s', async (_, inUse, least, most) => {
    let calls = 0;
    const { fault, state } = await play({
      input: { ...unknown, goal: { kind: 'observe' } },
      frame: (_t, pids) => ({ ...loading(pids, HELD), gpus: eight(inUse(calls++)) }),
    });
    expect(fault).toMatchObject({
      name: 'memory-unknown',
      message: expect.stringContaining('hold more than'),
    });
    expect(state.passed.map(({ name, state: is }) => [name, is])).toEqual([['observed', 'failed']]);
    const looks = calls / 2;
    expect(looks).toBeGreaterThanOrEqual(least);
    expect(looks).toBeLessThanOrEqual(most);
  });

  test('is measured when nothing runs, but not before what an earlier server held has come back', async () => {
    const { state, waiting } = await play({
      idle: true,
      input: unknown,
      frame: (t) => ({ gpus: eight((i) => FLOOR + Math.max(0, 10 + i - (t ?? 0)) * GiB) }),
    });
    expect(state.facts.floor).toEqual(Object.fromEntries(UUIDS.map((uuid) => [uuid, FLOOR])));
    expect(waiting.some((text) => text.includes('memory in use to stand still'))).toBe(true);
  });

  test('that stood still and fell later was dirty', async () => {
    const { state } = await play({
      idle: true,
      input: unknown,
      frame: (t) => ({ gpus: eight((i) => (i < 2 && (t ?? 0) < 0.6 ? FLOOR + 5 * GiB : FLOOR)) }),
    });
    expect(state.verdict?.outcome).toBe('ready');
    expect(state.facts.dirty).toEqual([
      `the floor of ${UUIDS[0]} was dirty: 5.3 GiB when it was measured, 300 MiB later`,
      `the floor of ${UUIDS[1]} was dirty: 5.3 GiB when it was measured, 300 MiB later`,
    ]);
  });
});

describe('others on the devices', () => {
  const apps = [{ uuid: FIRST, pid: 900, used: 60 * GiB }];
  const foreign = (): Frame => ({ gpus: eight((i) => (i === 0 ? FLOOR + 60 * GiB : FLOOR)), apps });

  test('hold much, and the change leads to an observation: a foreign holder, before anything is touched', async () => {
    const { fault, state } = await play({
      idle: true,
      strangers: [900],
      input: { goal: { kind: 'observe' } },
      frame: foreign,
    });
    expect(fault).toMatchObject({
      name: 'foreign-holder',
      data: { pid: 900, user: 'eve', command: 'other-server', used_bytes: 60 * GiB },
    });
    expect(state.passed.map(({ name, state: is }) => [name, is])).toEqual([['observed', 'failed']]);
  });

  test('seen once and never again, as a worker that began between two looks: nobody is in the way', async () => {
    let looks = 0;
    const { fault } = await play({
      idle: true,
      strangers: [900],
      input: { goal: { kind: 'observe' } },
      frame: () => (looks++ === 0 ? foreign() : { gpus: eight(FLOOR) }),
    });
    expect(looks).toBeGreaterThan(1);
    expect(fault).toBeNull();
  });

  test('are seen once while memory moves: it is given half a minute, and they stand in the way then', async () => {
    let looks = 0;
    const { fault, state } = await play({
      idle: true,
      strangers: [900],
      input: { goal: { kind: 'observe' } },
      frame: () => {
        const used = (20 + (looks++ % 9)) * GiB;
        return {
          gpus: eight((i) => (i === 0 ? FLOOR + used : FLOOR)),
          apps: [{ uuid: FIRST, pid: 900, used }],
        };
      },
    });
    expect(fault).toMatchObject({ name: 'foreign-holder', data: { pid: 900 } });
    expect(state.passed[0]?.waited_s).toBeGreaterThanOrEqual(30);
  });

  test('hold what the given floor lets through: nobody is in the way', async () => {
    const { fault } = await play({
      idle: true,
      strangers: [900],
      input: { goal: { kind: 'observe' }, floor: Object.fromEntries(UUIDS.map((id) => [id, 61 * GiB])) },
      frame: foreign,
    });
    expect(fault).toBeNull();
  });

  test('beside ours, without a floor: it is asked for', async () => {
    const { fault } = await play({
      strangers: [900],
      input: unknown,
      frame: (_t, pids) => {
        const { gpus = [], apps: ours = [] } = running(pids);
        return { gpus, apps: [...ours, { uuid: FIRST, pid: 900, used: 27 * MiB }] };
      },
    });
    expect(fault).toMatchObject({
      name: 'memory-unknown',
      message: expect.stringContaining('accelerator.floor'),
    });
  });

  test('the evidence of every device names its holders', async () => {
    const { state } = await play({
      frame: (t, pids) => (t === null ? running(pids) : { gpus: eight(FLOOR) }),
    });
    const [observed, ...later] = state.passed;
    const kinds = observed?.evidence.map(({ kind }) => kind) ?? [];
    expect(kinds.filter((kind) => kind === 'memory')).toHaveLength(8);
    expect(kinds.filter((kind) => kind === 'holder')).toHaveLength(8);
    const released = later.find(({ name }) => name === 'released');
    for (const uuid of UUIDS)
      expect(released?.evidence.map(({ text }) => text)).toContain(`${uuid}: 300 MiB in use, floor 300 MiB`);
  });
});
