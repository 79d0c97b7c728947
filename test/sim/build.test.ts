import { describe, expect, it } from 'vitest';
import { scene, spawn } from './machine.ts';

describe('the simulated machine', () => {
  it('a service that is installed starts at boot and has run since', async () => {
    const lines: [number, number][] = [];
    const built = scene({
      uptime_ms: 1_000_000,
      install: ({ machine }) => {
        const { time } = machine;
        spawn(
          { machine },
          { start: () => void time.after(420_000, () => lines.push([time.now(), time.wall()])) },
        );
      },
    });
    const rows = await built.host.processes();
    expect(rows.find(({ argv }) => argv[0] === '/opt/server')?.start_ticks).toBe(2500);
    expect(lines).toEqual([[445_000, built.clock.wall() - 555_000]]);
    expect(built.machine.time.now()).toBe(1_000_000);
  });

  it('is the same for a seed, and another for another', async () => {
    const facts = async (seed: number) => {
      const { host, machine } = scene({ seed });
      return [await host.identity(), await host.processes(), machine.devices.read()];
    };
    expect(await facts(5)).toEqual(await facts(5));
    expect(await facts(5)).not.toEqual(await facts(6));
  });

  it('is said to be simulated, and has its tools where they can be run', async () => {
    const { host } = scene();
    expect(host.simulated).toBe(true);
    expect(await host.file('/usr/bin/nvidia-smi')).toMatchObject({ kind: 'file', mode: 0o755, uid: 0 });
  });
});
