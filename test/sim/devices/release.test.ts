import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GiB, MiB } from '../../../src/core/units.ts';
import type { Self } from '../../../src/sim/machine.ts';
import { type Scene, scene, spawn } from '../machine.ts';

/** A server with one rank for each device that holds so much of it. */
function server(built: Scene, bytes: number): readonly Self[] {
  return built.machine.devices
    .read()
    .map(({ index }) => spawn(built, { start: (self) => void self.allocate(index, bytes) }));
}

function used(built: Scene): number[] {
  return built.machine.devices.read().map((device) => device.used_bytes);
}

/** Milliseconds until each device is within 1 % of its floor, looked at every half second. */
async function releaseTimes(built: Scene, floors: readonly number[]): Promise<number[]> {
  const times = floors.map(() => -1);
  for (let passed = 0; times.includes(-1) && passed < 120_000; passed += 500) {
    used(built).forEach((bytes, at) => {
      if (times[at] === -1 && bytes <= (floors[at] ?? 0) + 979 * MiB) times[at] = passed;
    });
    await built.clock.advance(500);
  }
  return times;
}

describe('device memory', () => {
  it('has a floor of about 600 MiB that differs by a few', () => {
    const floors = used(scene()).map((bytes) => bytes / MiB);
    expect(floors).toHaveLength(8);
    expect(Math.min(...floors)).toBeGreaterThanOrEqual(590);
    expect(Math.max(...floors)).toBeLessThanOrEqual(610);
    expect(new Set(floors).size).toBeGreaterThan(1);
  });

  it('is held by processes, and is refused where there is not so much', () => {
    const built = scene({ devices: 2 });
    const { devices } = built.machine;
    const [floor = 0] = used(built);
    const self = spawn(built);
    expect(self.allocate(0, 70 * GiB)).toBe(true);
    expect(self.allocate(0, 30 * GiB)).toBe(false);
    expect(self.allocate(7, 1)).toBe(false);
    expect(devices.read()[0]).toMatchObject({
      used_bytes: floor + 70 * GiB,
      holders: [{ pid: self.pid, used_bytes: 70 * GiB, command: '/opt/server' }],
    });
    expect(devices.free(0)).toBe(97_887 * MiB - floor - 70 * GiB);
    self.release(0, 20 * GiB);
    expect(devices.read()[0]?.used_bytes).toBe(floor + 50 * GiB);
    expect(devices.read()[1]?.holders).toEqual([]);
  });

  it('comes back after the process has vanished, never rises meanwhile, and ends at the floor', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.boolean(), async (seed, killed) => {
        const built = scene({ seed });
        const floors = used(built);
        for (const self of server(built, 80 * GiB)) {
          if (killed) built.machine.kernel.kill(self.pid, 'KILL');
          else self.exit(0);
        }
        expect(built.machine.devices.read().flatMap((device) => device.holders)).toEqual([]);
        let before = used(built);
        expect(before).toEqual(floors.map((floor) => floor + 80 * GiB));
        for (let i = 0; i < 40; i += 1) {
          await built.clock.advance(i * 100);
          const now = used(built);
          expect(now.every((bytes, at) => bytes <= (before[at] ?? 0))).toBe(true);
          before = now;
        }
        await built.clock.advance(90_000);
        expect(used(built)).toEqual(floors);
      }),
      { numRuns: 25 },
    );
  });

  it('comes back unevenly, within about a minute after a kill, and sooner after an orderly end', async () => {
    const slowest = { killed: [] as number[], orderly: [] as number[] };
    for (let seed = 0; seed < 20; seed += 1) {
      for (const how of ['killed', 'orderly'] as const) {
        const built = scene({ seed });
        const floors = used(built);
        for (const self of server(built, 70 * GiB)) how === 'killed' ? self.die('KILL') : self.exit(0);
        const times = await releaseTimes(built, floors);
        expect(new Set(times).size).toBeGreaterThan(2);
        slowest[how].push(Math.max(...times));
      }
    }
    expect(Math.min(...slowest.killed)).toBeGreaterThan(15_000);
    expect(Math.max(...slowest.killed)).toBeLessThan(62_000);
    expect(Math.max(...slowest.orderly)).toBeLessThan(18_000);
  });
});
