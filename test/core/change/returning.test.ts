import { expect, test } from 'vitest';
import { notReturned } from '../../../src/core/change/not-returned.ts';
import type { DeviceFacts } from '../../../src/core/change/observations.ts';
import {
  beginTrend,
  describeReturning,
  follow,
  isBack,
  lastFall,
  type Needed,
} from '../../../src/core/change/returning.ts';
import { GiB, KiB, MiB } from '../../../src/core/units.ts';

const NEEDED: Needed = { floor: { a: 0, b: 0 }, peak_bytes: null };

function device(id: string, used_bytes: number | null, more: Partial<DeviceFacts> = {}): DeviceFacts {
  const total_bytes = 96 * GiB;
  return {
    id,
    name: 'gpu',
    used_bytes,
    free_bytes: 10 * GiB,
    total_bytes,
    holders: [],
    shared: false,
    objects: [],
    ...more,
  };
}

test('what comes and goes by itself is no fall; small steps that add up are, and one device is enough', () => {
  const readings = (used: number) => [device('a', used), device('b', 50 * GiB)];
  const begun = follow(beginTrend(0), readings(10 * GiB), 0);
  const stirred = follow(begun, readings(10 * GiB - 16 * MiB), 20_000);
  expect(lastFall(stirred)).toBe(0);
  const fell = follow(stirred, readings(10 * GiB - 17 * MiB), 21_000);
  expect(lastFall(fell)).toBe(21_000);
});

test('what is said of the worst device is true of it, whatever another one does', () => {
  const readings = (a: number, b: number) => [device('a', a), device('b', b)];
  const begun = follow(beginTrend(0), readings(60 * GiB, 50 * GiB), 0);
  const moved = follow(begun, readings(40 * GiB, 50 * GiB), 30_000);
  expect(describeReturning(readings(40 * GiB, 50 * GiB), NEEDED, moved, 30_000)).toMatch(
    / on b, not falling$/,
  );
  expect(notReturned(readings(40 * GiB, 50 * GiB), NEEDED, moved, 30_000)).toMatchObject({
    message: 'device b: 50.0 GiB in use, not falling, and 1 more not back',
    data: { trend: 'not falling', devices: [{ falling: true }, { falling: false }] },
  });
  const both = follow(moved, readings(40 * GiB, 49 * GiB), 31_000);
  expect(describeReturning(readings(40 * GiB, 49 * GiB), NEEDED, both, 32_000)).toMatch(/ on b, falling$/);
});

test('a device that cannot be read is neither back nor falling', () => {
  const trend = beginTrend(0);
  expect(follow(trend, [device('a', null)], 5)).toEqual(trend);
  expect(isBack(device('a', null), NEEDED)).toBe(false);
  expect(describeReturning([device('a', null), device('b', 0)], NEEDED, trend, 20_000)).toBe(
    '2 devices: 1 back, 1 to go, most an unknown amount over floor on a, not falling',
  );
});

test('resident memory says what host memory must have free, and nothing about a display device', () => {
  const needed = { floor: {}, peak_bytes: 20 * GiB };
  expect(isBack(device('host', 0, { shared: true }), needed)).toBe(false);
  expect(isBack(device('host', 0, { shared: true, free_bytes: 20 * GiB }), needed)).toBe(true);
  expect(isBack(device('a', 0, { shared: true, display: true }), needed)).toBe(true);
});

test('shared-memory objects hold back shared memory only, and only where much is in them', () => {
  const host = (...bytes: number[]) =>
    device('host', 0, { shared: true, objects: bytes.map((each, n) => ({ name: `psm_${n}`, bytes: each })) });
  expect(isBack(host(10 * GiB), NEEDED)).toBe(false);
  expect(isBack(device('a', 0, { objects: [{ name: 'psm_1', bytes: 10 * GiB }] }), NEEDED)).toBe(true);
  // 1 % of 96 GiB
  expect(isBack(host(16 * KiB), NEEDED)).toBe(true);
  expect(isBack(host(960 * MiB), NEEDED)).toBe(true);
  expect(isBack(host(960 * MiB, 64 * MiB), NEEDED)).toBe(false);
});

test('what an old server left in shared memory is named, with what to do about it', () => {
  const left = [
    { name: 'psm_1', bytes: 10 * GiB },
    { name: 'loads', bytes: 16 * KiB },
  ];
  expect(
    notReturned([device('host', 20 * GiB, { shared: true, objects: left })], NEEDED, beginTrend(0), 20_000),
  ).toMatchObject({
    name: 'memory-not-released',
    message:
      'device host: the old server left shared memory behind: /dev/shm/psm_1 (10.0 GiB), /dev/shm/loads (under 1 MiB)',
    hint: expect.stringContaining('fuser -v /dev/shm/'),
    data: { objects: left },
  });
});
