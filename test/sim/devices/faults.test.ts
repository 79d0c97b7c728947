import { describe, expect, it } from 'vitest';
import { GiB } from '../../../src/core/units.ts';
import type { Self } from '../../../src/sim/machine.ts';
import { book, type Scene, scene, spawn } from '../machine.ts';

/** A server with one rank for each device that holds 70 GiB of it. */
function server(built: Scene): readonly Self[] {
  return built.machine.devices
    .read()
    .map(({ index }) => spawn(built, { start: (self) => void self.allocate(index, 70 * GiB) }));
}

function end(ranks: readonly Self[]): void {
  for (const rank of ranks) rank.die('KILL');
}

function aboveFloor(built: Scene, floors: readonly number[]): number[] {
  return built.machine.devices.read().map((device, at) => (device.used_bytes - (floors[at] ?? 0)) / GiB);
}

function floorsOf(built: Scene): number[] {
  return built.machine.devices.read().map((device) => device.used_bytes);
}

describe('faults of device memory', () => {
  it('late-release: flat for its time before the second start only, then gone', async () => {
    const built = scene({ faults: book('late-release') });
    const floors = floorsOf(built);
    end(server(built));
    await built.clock.advance(74_000);
    expect(aboveFloor(built, floors)).toEqual(new Array(8).fill(70));
    await built.clock.advance(10_000);
    expect(aboveFloor(built, floors)).toEqual(new Array(8).fill(0));
    end(server(built));
    await built.clock.advance(70_000);
    expect(Math.max(...aboveFloor(built, floors))).toBeLessThan(2);
  });

  it('late-release of one device leaves the others as usual', async () => {
    const built = scene({ faults: book('late-release', { device: 4, ms: 200_000 }) });
    const floors = floorsOf(built);
    end(server(built));
    await built.clock.advance(150_000);
    expect(aboveFloor(built, floors)).toEqual([0, 0, 0, 0, 70, 0, 0, 0]);
  });

  it('memory-never-back: one device keeps 40 GiB until the machine is booted again', async () => {
    const built = scene({ faults: book('memory-never-back') });
    const floors = floorsOf(built);
    end(server(built));
    await built.clock.advance(3_600_000);
    expect(aboveFloor(built, floors)).toEqual([0, 0, 0, 40, 0, 0, 0, 0]);
    built.machine.kernel.reboot();
    expect(aboveFloor(built, floors)).toEqual(new Array(8).fill(0));
  });

  it('leftover-oom: the report is clean, the memory is not there for the next start, and is for the one after', async () => {
    const built = scene({ faults: book('leftover-oom') });
    const floors = floorsOf(built);
    end(server(built));
    await built.clock.advance(3_600_000);
    expect(aboveFloor(built, floors)).toEqual(new Array(8).fill(0));
    const second = spawn(built);
    expect(second.allocate(0, 0.5 * GiB)).toBe(true);
    await built.clock.advance(16_000);
    expect(second.allocate(0, 57 * GiB)).toBe(false);
    end([second]);
    await built.clock.advance(20_000);
    const third = spawn(built);
    expect(third.allocate(0, 70 * GiB)).toBe(true);
  });

  it('shrunken-kv: 6 GiB less for the whole of the second start', async () => {
    const built = scene({ faults: book('shrunken-kv') });
    const whole = built.machine.devices.free(0);
    end(server(built));
    await built.clock.advance(3_600_000);
    expect(built.machine.devices.free(0)).toBe(whole - 6 * GiB);
    const second = server(built);
    await built.clock.advance(600_000);
    expect(built.machine.devices.free(0)).toBe(whole - 76 * GiB);
    end(second);
    await built.clock.advance(3_600_000);
    expect(built.machine.devices.free(0)).toBe(whole);
  });

  it('foreign-holder: somebody else holds memory soon after the end of the server, and is no server', async () => {
    const built = scene({ faults: book('foreign-holder') });
    const ranks = server(built);
    await built.clock.advance(10_000);
    expect((await built.host.processes()).some(({ user }) => user === 'mara')).toBe(false);
    end(ranks);
    await built.clock.advance(3000);
    const [holder] = built.machine.devices.read()[2]?.holders ?? [];
    expect(holder?.used_bytes).toBe(20 * GiB);
    expect(await built.host.process(holder?.pid ?? 0)).toMatchObject({ user: 'mara', uid: 1004 });
    expect(built.machine.devices.read().flatMap((device) => device.holders)).toHaveLength(1);
    built.machine.kernel.kill(holder?.pid ?? 0, 'KILL');
    await built.clock.advance(100_000);
    expect(built.machine.devices.read().flatMap((device) => device.holders)).toEqual([]);
  });

  it('device-vanishes: device 5 is absent once the first server has ended, and takes nothing', async () => {
    const built = scene({ faults: book('device-vanishes') });
    const ranks = server(built);
    expect(built.machine.devices.read()).toHaveLength(8);
    end(ranks.slice(1));
    expect(built.machine.devices.read()).toHaveLength(8);
    end(ranks);
    expect(built.machine.devices.read().map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 6, 7]);
    expect([spawn(built).allocate(5, 1), built.machine.devices.free(5)]).toEqual([false, 0]);
  });
});
