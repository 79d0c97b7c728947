import { VirtualClock } from '../../src/adapters/clock/virtual.ts';
import { type BuildOptions, type Built, buildMachine } from '../../src/sim/build.ts';
import { FaultBook, type FaultName, type FaultSpec } from '../../src/sim/faults/book.ts';
import type { Program, Self, SpawnOptions } from '../../src/sim/machine.ts';

export interface Scene extends Built {
  readonly clock: VirtualClock;
}

/** A machine on a virtual clock. */
export function scene(options: Partial<Omit<BuildOptions, 'clock'>> = {}): Scene {
  const clock = new VirtualClock();
  return { clock, ...buildMachine({ seed: 1, faults: new FaultBook([]), ...options, clock }) };
}

export function book(name: FaultName, rest: Partial<FaultSpec> = {}): FaultBook {
  return new FaultBook([{ name, phase: null, start: null, device: null, bytes: null, ms: null, ...rest }]);
}

/** What a test says about a process; the rest is usual. */
export function spawn(
  { machine }: Pick<Built, 'machine'>,
  program: Program = { start() {} },
  options: Partial<SpawnOptions> = {},
): Self {
  return machine.kernel.spawn({
    argv: ['/opt/server'],
    env: {},
    cwd: '/srv',
    uid: 990,
    user: 'llm',
    parent: 1,
    session: 'new',
    cgroup: '/system.slice/llm.service',
    output() {},
    ...options,
    program,
  });
}
