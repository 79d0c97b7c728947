import { join } from 'node:path';

/** Where in its folder a simulation keeps what. */
export function places(dir: string) {
  return {
    /** Says that the folder is one of a simulation. */
    mark: join(dir, 'holdpoint-sim.json'),
    socket: join(dir, 'control.sock'),
    /** The pace of simulated time, so that the time can be told without asking. */
    clock: join(dir, 'clock.json'),
    bin: join(dir, 'bin'),
    /** One file for each program of `bin` that is at work and does not wait: see `presence.ts`. */
    programs: join(dir, 'programs'),
    /** Files of the simulated host that scripts may read and edit. */
    root: join(dir, 'root'),
    locks: join(dir, 'locks'),
  };
}
