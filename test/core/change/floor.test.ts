import { describe, expect, test } from 'vitest';
import { findFloor, foreignFault, toleranceOf } from '../../../src/core/change/floor.ts';
import type { DeviceFacts } from '../../../src/core/change/observations.ts';
import { settleFloor } from '../../../src/core/change/settled-floor.ts';
import { GiB, MiB } from '../../../src/core/units.ts';

type Holder = DeviceFacts['holders'][number];

const mine = (pid: number, used_bytes: number | null): Holder => ({
  pid,
  user: 'serve',
  command: 'server',
  used_bytes,
  ours: true,
});
const other = (pid: number, used_bytes: number | null): Holder => ({
  pid,
  user: 'eve',
  command: 'other-server',
  used_bytes,
  ours: false,
});

function device(id: string, used_bytes: number | null, holders: readonly Holder[] = []): DeviceFacts {
  const total_bytes = 96 * GiB;
  return { id, name: 'gpu', used_bytes, free_bytes: null, total_bytes, holders, shared: false, objects: [] };
}

const eight = (make: (id: string, rank: number) => DeviceFacts): readonly DeviceFacts[] =>
  Array.from({ length: 8 }, (_, rank) => make(`gpu${rank}`, rank));

test('what may be left is 256 MiB, or 1 % where that is more; without a total it is 256 MiB', () => {
  expect(toleranceOf(device('a', 0))).toBe(0.96 * GiB);
  expect(toleranceOf({ ...device('a', 0), total_bytes: 8 * GiB })).toBe(256 * MiB);
  expect(toleranceOf({ ...device('a', 0), total_bytes: null })).toBe(256 * MiB);
});

describe('nothing of ours runs: the floor is measured', () => {
  test('on each of eight devices, small holders and all', () => {
    const devices = eight((id, rank) =>
      device(id, (rank + 1) * 100 * MiB, rank === 3 ? [other(7, 27 * MiB)] : []),
    );
    expect(findFloor(devices, false, {})).toEqual({
      floor: Object.fromEntries(devices.map(({ id, used_bytes }) => [id, used_bytes])),
    });
  });

  test('one that holds much is a foreign holder: pid, user, command and bytes', () => {
    const devices = eight((id, rank) =>
      device(id, GiB / 2, rank === 6 ? [other(7, 27 * MiB), other(8, 60 * GiB)] : []),
    );
    expect(findFloor(devices, false, {})).toMatchObject({
      fault: {
        name: 'foreign-holder',
        message: 'device gpu6: 60.0 GiB are held by pid 8 (user eve): other-server',
        data: { device: 'gpu6', pid: 8, user: 'eve', command: 'other-server', used_bytes: 60 * GiB },
      },
    });
  });

  test.each([
    ['little in use', 200 * MiB, { floor: { a: 200 * MiB } }],
    ['much in use', 40 * GiB, { fault: { name: 'memory-unknown', data: { device: 'a' } } }],
  ])('a holder that does not tell its share, with %s', (_what, used, expected) => {
    expect(findFloor([device('a', used, [other(7, null)])], false, {})).toMatchObject(expected);
  });
});

describe('ours runs: the floor is derived', () => {
  test('used minus what ours hold, on each of eight devices', () => {
    const devices = eight((id, rank) =>
      device(id, 70 * GiB + rank * MiB, [mine(10, 60 * GiB), mine(20 + rank, 9 * GiB)]),
    );
    expect(findFloor(devices, true, {})).toEqual({
      floor: Object.fromEntries(devices.map(({ id }, rank) => [id, GiB + rank * MiB])),
    });
  });

  test.each([
    [
      'others use it too',
      device('a', 70 * GiB, [mine(1, 69 * GiB), other(7, 27 * MiB)]),
      /pid 7 \(user eve\)/,
    ],
    ['one of ours does not tell its share', device('a', 70 * GiB, [mine(1, null)]), /pid 1/],
    ['nobody is listed although it is full', device('a', 70 * GiB), /no process is listed/],
    ['ours hold more than there is', device('a', 70 * GiB, [mine(1, 90 * GiB)]), /more than is in use/],
  ])('it must be given where %s', (_why, given, message) => {
    const found = findFloor([given], true, {});
    expect(found).toMatchObject({
      fault: { name: 'memory-unknown', hint: expect.stringContaining('floor: { a:') },
    });
    expect('fault' in found && found.fault.message).toMatch(message);
    expect(findFloor([given], true, { a: GiB })).toEqual({ floor: { a: GiB } });
  });

  test('a device that it does not use has what is in use; rounding never makes it negative', () => {
    const devices = [device('idle', 5 * MiB), device('full', 70 * GiB, [mine(1, 70 * GiB + MiB)])];
    expect(findFloor(devices, true, {})).toEqual({ floor: { idle: 5 * MiB, full: 0 } });
  });

  test('what cannot be read is unknown, also beside seven that can', () => {
    const devices = eight((id, rank) => device(id, rank === 7 ? null : GiB, [mine(1, GiB)]));
    expect(findFloor(devices, true, {})).toMatchObject({
      fault: { name: 'memory-unknown', message: expect.stringContaining('gpu7') },
    });
  });
});

test('shared memory has no floor and no foreign holder', () => {
  const shared = { ...device('host', 90 * GiB, [other(7, 80 * GiB)]), shared: true };
  expect(findFloor([shared], false, {})).toEqual({ floor: {} });
  expect(foreignFault(shared, {})).toBeNull();
});

test('others may hold what the floor lets through, and no more', () => {
  const held = device('a', 40 * GiB, [other(7, 30 * GiB)]);
  expect(foreignFault(held, { a: 30 * GiB })).toBeNull();
  expect(foreignFault(held, { a: 20 * GiB })).toMatchObject({ name: 'foreign-holder' });
});

describe('after a release', () => {
  const measured = { given: [], derived: false };

  test('a derived floor becomes the reading, a measured one only a lower reading', () => {
    const devices = [device('up', 400 * MiB), device('down', 200 * MiB)];
    const floor = { up: 300 * MiB, down: 300 * MiB };
    const settled = { up: 400 * MiB, down: 200 * MiB };
    expect(settleFloor(devices, floor, { ...measured, derived: true })).toEqual({
      floor: settled,
      dirty: [],
    });
    expect(settleFloor(devices, floor, measured)).toEqual({
      floor: { ...settled, up: 300 * MiB },
      dirty: [],
    });
  });

  test('a measured floor that was too high by more than the tolerance was dirty; each such device is told', () => {
    const floor = Object.fromEntries(eight((id) => device(id, 0)).map(({ id }, rank) => [id, rank * GiB]));
    const { dirty, floor: after } = settleFloor(
      eight((id) => device(id, 0)),
      floor,
      measured,
    );
    expect(dirty).toHaveLength(7);
    expect(dirty[0]).toBe('the floor of gpu1 was dirty: 1.0 GiB when it was measured, 0 MiB later');
    expect(Object.values(after)).toEqual(Array(8).fill(0));
  });

  test('a given floor is the word of the operator, and a derived one was never clean', () => {
    const low = [device('a', 0)];
    expect(settleFloor(low, { a: 40 * GiB }, { given: ['a'], derived: false })).toEqual({
      floor: { a: 40 * GiB },
      dirty: [],
    });
    expect(settleFloor(low, { a: 40 * GiB }, { given: [], derived: true })).toEqual({
      floor: { a: 0 },
      dirty: [],
    });
  });
});

test.each([
  ['GPU-5e1a7c10-93b4-4f0e-8d52-6a0c3b9e2f41', 'nvidia'],
  ['0000:c1:00.0', 'amd'],
])('what to write for %s names its maker', (id, maker) => {
  const found = findFloor([device(id, 9 * GiB)], true, {});
  expect(found).toMatchObject({
    fault: { hint: expect.stringContaining(`{ kind: ${maker}, floor: { ${id}:`) },
  });
});
