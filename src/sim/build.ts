import { HOUR, type Milliseconds } from '../core/units.ts';
import type { Clock } from '../ports/clock.ts';
import { startBackground } from './background.ts';
import { SimDevices } from './devices/devices.ts';
import { installForeignHolder } from './devices/foreign-holder.ts';
import { ReleaseFaults } from './devices/release-faults.ts';
import type { FaultBook } from './faults/book.ts';
import { SimFiles } from './files.ts';
import { SimHost } from './host/host.ts';
import { BOOT_MS } from './kernel/boot.ts';
import { SimKernel } from './kernel/kernel.ts';
import type { Machine } from './machine.ts';
import { nvidiaSmi } from './nvidia/nvidia-smi.ts';
import { SeededRandom } from './random.ts';
import { SimulatedTime } from './time/simulated-time.ts';

const DEVICES = 8;
const HOSTNAME = 'gpu01';

export interface BuildOptions {
  readonly clock: Clock;
  readonly seed: number;
  readonly faults: FaultBook;
  /** Number of devices; 8 unless given. */
  readonly devices?: number;
  /** How long ago the machine was booted; an hour unless given. */
  readonly uptime_ms?: Milliseconds;
  /** Puts services on the machine. It runs at boot, `uptime_ms` ago: what it starts has run since then. */
  readonly install?: (built: Built) => void;
}

/** The simulated machine with more of its parts than `Machine` promises. */
export interface SimMachine extends Machine {
  readonly time: SimulatedTime;
  readonly kernel: SimKernel;
  readonly devices: SimDevices;
  readonly files: SimFiles;
}

export interface Built {
  readonly machine: SimMachine;
  readonly host: SimHost;
}

/** A machine with devices, files and a process table, and the host port that looks at it. */
export function buildMachine(options: BuildOptions): Built {
  const { clock, faults } = options;
  const random = new SeededRandom(options.seed);
  const time = new SimulatedTime(clock, BOOT_MS, Math.max(0, (options.uptime_ms ?? HOUR) - BOOT_MS));
  const files = new SimFiles(() => time.wall());
  const devices = new SimDevices({
    time,
    random: random.fork('devices'),
    book: faults,
    count: options.devices ?? DEVICES,
  });
  const kernel = new SimKernel({
    time,
    random: random.fork('kernel'),
    memory: devices,
    forget: (folder) => files.forget(folder),
    hostname: HOSTNAME,
  });
  const machine = { time, random, kernel, devices, files, faults };
  const host = new SimHost(machine, clock);
  host.register('nvidia-smi', nvidiaSmi(machine));
  startBackground(kernel);
  kernel.onBoot(() => startBackground(kernel));
  installForeignHolder(machine, new ReleaseFaults(faults));
  options.install?.({ machine, host });
  time.begin();
  return { machine, host };
}
