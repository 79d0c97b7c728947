import { expect, test } from 'vitest';
import type { DeviceFacts } from '../../../src/core/change/observations.ts';
import { describeReturning, follow, isBack, type Needed } from '../../../src/core/change/returning.ts';
import { GiB, MiB } from '../../../src/core/units.ts';

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
  const begun = follow({ lowest: {}, fell_at: 0 }, readings(10 * GiB), 0);
  const stirred = follow(begun, readings(10 * GiB - 16 * MiB), 20_000);
  expect(stirred.fell_at).toBe(0);
  expect(describeReturning(readings(10 * GiB), NEEDED, stirred, 20_000)).toContain('not falling');
  const fell = follow(stirred, readings(10 * GiB - 17 * MiB), 21_000);
  expect(fell.fell_at).toBe(21_000);
  expect(describeReturning(readings(10 * GiB), NEEDED, fell, 30_000)).toContain(', falling');
});

test('a device that cannot be read is neither back nor falling', () => {
  const trend = { lowest: {}, fell_at: 0 };
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

test('shared-memory objects hold back shared memory only', () => {
  expect(isBack(device('host', 0, { shared: true, objects: ['psm_1'] }), NEEDED)).toBe(false);
  expect(isBack(device('a', 0, { objects: ['psm_1'] }), NEEDED)).toBe(true);
});
