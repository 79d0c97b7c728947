import { readFileSync } from 'node:fs';
import { FaultError, fault } from '../../core/fault.ts';
import type { Pace } from '../time/paced-clock.ts';
import { places } from './places.ts';
import { type Presence, presenceIn } from './presence.ts';

/** The folder of a running simulation, from the side of a process that uses it. */
export interface SimFolder {
  readonly dir: string;
  readonly socket: string;
  readonly presence: Presence;
  /** Fault: `usage`, where no simulation runs there. */
  pace(): Pace;
}

export function simFolder(dir: string): SimFolder {
  const { socket, clock, programs } = places(dir);
  return {
    dir,
    socket,
    presence: presenceIn(programs),
    pace() {
      try {
        return JSON.parse(readFileSync(clock, 'utf8')) as Pace;
      } catch {
        throw notRunning(dir);
      }
    },
  };
}

export function notRunning(dir: string): FaultError {
  const hint = `\`holdpoint sim --dir ${dir}\` starts one; without the variable HOLDPOINT_HOST this machine is meant`;
  return new FaultError(fault('usage', `no simulated host runs in ${dir}`, { hint }));
}
