import { expect, test } from 'vitest';
import { memoryFacts, shortAtLoad } from '../../../src/core/change/memory-facts.ts';
import type { Facts, Goal, View } from '../../../src/core/change/types.ts';
import { engineDefinition } from '../../../src/core/engine/index.ts';
import { GiB } from '../../../src/core/units.ts';
import { treeStart } from '../engine/sglang/fixture.ts';

const device = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  name: 'a device',
  used_bytes: GiB,
  free_bytes: null,
  total_bytes: 95.6 * GiB,
  holders: [],
  shared: false,
  objects: [],
  ...more,
});
const DEVICES = [device('0'), device('1')];
const FLOOR = { 0: 0.5 * GiB, 1: 0.6 * GiB };
const SETTING = { kind: 'setting', capacity: null } as unknown as Goal;

function viewOf(facts: Partial<Facts>, goal: Goal): View {
  const known = { adopted: false, devices: DEVICES, floor: FLOOR };
  const input = { engine: engineDefinition('sglang'), goal };
  return { input, facts: { ...known, ...facts }, now: 0, since: 0 } as unknown as View;
}

const linesOf = (log: readonly string[]) => log.map((text, i) => ({ text, line: i + 1, offset: 0 }));

function factsOf(facts: Partial<Facts> = {}, goal: Goal = SETTING, log: readonly string[] = []) {
  return memoryFacts(viewOf(facts, goal), linesOf(log));
}

const free = (gb: number) => treeStart({ until: 'weights', free_gb: [93, 93, 93, gb, 93, 93, 93, 93] });

test('devices that were witnessed back before the start were clean', () => {
  expect(factsOf()).toEqual({ clean: true, started_before: false });
  expect(factsOf({}, SETTING, free(93))).toEqual({ clean: true, started_before: false });
});

test('the engine itself may have found less than that', () => {
  const facts = factsOf({}, SETTING, free(75));
  expect(facts).toMatchObject({ clean: false, started_before: false });
  expect(facts.why).toBe(
    'the server found 76.4 GiB free on its fullest device, 95.0 GiB should have been: the rest was held by others',
  );
});

test('what a server takes for itself at its start is not held by others', () => {
  expect(factsOf({}, SETTING, free(92)).clean).toBe(true);
  expect(factsOf({}, SETTING, free(90)).clean).toBe(false);
});

test('without a floor of each device, the engine alone cannot tell', () => {
  expect(factsOf({ floor: { 0: 0.5 * GiB } }, SETTING, free(75)).clean).toBe(true);
});

test('shared memory, no device and an adopted server say nothing', () => {
  expect(factsOf({ devices: [device('0', { shared: true })] }).clean).toBeNull();
  expect(factsOf({ devices: [] }).clean).toBeNull();
  expect(factsOf({ adopted: true }, SETTING, free(75)).clean).toBeNull();
});

test('a setting with an earlier good start, and an original that ran, have started before', () => {
  const before = { kind: 'setting', capacity: [] } as unknown as Goal;
  const original = (definition: unknown) =>
    ({ kind: 'original', original: { definition } }) as unknown as Goal;
  expect(factsOf({}, before).started_before).toBe(true);
  expect(factsOf({}, original({ argv: [] })).started_before).toBe(true);
  expect(factsOf({}, original(null)).started_before).toBe(false);
});

test('a start that came through with less than was witnessed is told, one that cannot be compared is not', () => {
  const short = (facts: Partial<Facts>, gb: number) => shortAtLoad(viewOf(facts, SETTING), linesOf(free(gb)));
  expect(short({}, 75)).toBe(factsOf({}, SETTING, free(75)).why);
  expect(short({}, 93)).toBeNull();
  expect(short({ adopted: true }, 75)).toBeNull();
  expect(short({ devices: [device('0', { shared: true })] }, 75)).toBeNull();
});

const host = (free: number, more: Record<string, unknown> = {}) =>
  device('host', { shared: true, free_bytes: free * GiB, ...more });
const ours = (used: number | null) => ({ pid: 5, user: 'a', command: 'b', used_bytes: used, ours: true });

test('memory that is missing when the server is dead was taken by others', () => {
  const at = (facts: Partial<Facts>, end: ReturnType<typeof device>) =>
    memoryFacts(viewOf(facts, SETTING), [], [end]);
  const before = { devices: [host(22)] };
  expect(at(before, host(17))).toEqual({
    clean: null,
    started_before: false,
    taken: true,
    why: 'host: 22.0 GiB were free before this start and 17.0 GiB after its end: others took 5.0 GiB meanwhile',
  });
  expect(at(before, host(20)).taken).toBeUndefined();
  // what is left of the server itself is not taken by others, and what it holds may be unreadable
  expect(at(before, host(17, { holders: [ours(4 * GiB)] })).taken).toBeUndefined();
  expect(at(before, host(17, { holders: [ours(null)] })).taken).toBeUndefined();
  expect(at(before, host(17, { holders: [{ ...ours(4 * GiB), ours: false }] })).taken).toBe(true);
  expect(at({ ...before, adopted: true }, host(17)).taken).toBeUndefined();
  expect(at({ devices: [host(22, { display: true })] }, host(17, { display: true })).taken).toBeUndefined();
  expect(at({ devices: [host(22, { free_bytes: null })] }, host(17)).taken).toBeUndefined();
});
