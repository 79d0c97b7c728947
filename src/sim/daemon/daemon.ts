import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../ports/clock.ts';
import type { Host } from '../../ports/host.ts';
import type { SimMachine } from '../build.ts';
import type { Cancel } from '../machine.ts';
import { places } from '../remote/places.ts';
import type { Pace } from '../time/paced-clock.ts';
import { Control } from './control.ts';
import { FastClock } from './fast-clock.ts';
import { leave, requireUsable, takeFolder } from './folder.ts';
import { Mirror } from './mirror.ts';
import { PresentPrograms } from './present-programs.ts';
import { writePrograms, writeRefusals } from './programs.ts';
import { RealPorts, requireFree } from './real-ports.ts';

export interface DaemonOptions {
  /** Absolute. */
  readonly dir: string;
  /** Simulated seconds in a real one while no answer is being given and no program at work. */
  readonly speed: number;
  /** The port of the service. */
  readonly port: number;
  readonly real: Clock;
  readonly build: (clock: Clock) => { readonly machine: SimMachine; readonly host: Host };
  /** The words that run this version of Holdpoint. */
  readonly holdpoint: readonly string[];
  readonly trouble: (text: string) => void;
}

export interface Daemon {
  /** What makes a process see the simulated host; `PATH` is to be put in front. */
  readonly env: Readonly<Record<'HOLDPOINT_HOST' | 'SIM_ROOT' | 'PATH', string>>;
  /** Nothing of it is left but the files of the simulated host, and programs that refuse. */
  stop(): Promise<void>;
}

/** Switches the simulated host on, for other processes, until `stop`. Fault: `usage` (the folder or the port is not to be had). */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { dir, real } = options;
  const { bin, root, socket, programs } = places(dir);
  await requireUsable(dir);
  await requireFree(options.port);
  takeFolder(dir);
  const closing: (() => void | Promise<void>)[] = [() => leave(dir)];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const clock = new FastClock(real, options.speed);
    closing.push(() => clock.halt(), publish(dir, clock));
    const { machine, host } = options.build(clock);
    closing.push(machine.time.hold());
    const ports = new RealPorts({ kernel: machine.kernel, clock, trouble: options.trouble });
    closing.push(() => ports.close());
    const mirror = new Mirror(root, machine.files);
    mirror.give();
    const control = await Control.open(socket, { host, clock, mirror });
    closing.push(() => control.close());
    const present = new PresentPrograms(programs, real, clock);
    closing.push(() => present.close());
    writePrograms(dir, options.holdpoint);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    env: { HOLDPOINT_HOST: `sim:${dir}`, SIM_ROOT: root, PATH: bin },
    async stop() {
      await close();
      writeRefusals(dir);
    },
  };
}

/** Whole at every moment, so that it can be read at any. */
function publish(dir: string, clock: FastClock): Cancel {
  const write = (pace: Pace): void => {
    const beside = join(dir, '.clock.json');
    writeFileSync(beside, JSON.stringify(pace));
    renameSync(beside, places(dir).clock);
  };
  write(clock.pace);
  return clock.onPace(write);
}
