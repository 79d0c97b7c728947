import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import type { Models } from '../models.ts';
import type { HostOfMachine } from '../systemd/host-of.ts';
import type { Machine } from '../systemd/machine.ts';
import { test as base, UnitLab } from '../systemd/unit-lab.ts';
import { Devices } from './devices.ts';
import { makeProgram } from './program.ts';
import { serverCommand, serverEnvironment, storyFile } from './story.ts';

/** What the machine itself says of the unit, without asking Holdpoint. */
export interface Truth {
  readonly files: Readonly<Record<string, string>>;
  readonly shown: string;
  readonly command: readonly string[];
  readonly environment: readonly string[];
}

export interface ServerOptions {
  /** How many times as fast as life; a load takes 420 s of its time. */
  readonly speed?: number;
  /** Of the server itself, by start, as for `--fault`. The one that runs at the beginning is start 1. */
  readonly faults?: string;
  /** Further lines of [Service], or whole sections behind it. */
  readonly unit?: readonly string[];
}

const SHOWN =
  'ActiveState,SubState,LoadState,UnitFileState,FragmentPath,DropInPaths,Restart,NeedDaemonReload';

/** A unit that runs the SGLang-like server over eight devices, on a machine with a real systemd. */
export class DeviceLab extends UnitLab {
  readonly devices: Devices;
  readonly #python: string;

  constructor(machine: Machine, there: HostOfMachine, port: number, models: Models, python: string) {
    super(machine, there, port, models);
    this.#python = python;
    this.devices = new Devices(this.folder, this.mark);
  }

  /** The command of the operator's unit. */
  get command(): readonly string[] {
    return serverCommand(this.#python, this.port);
  }

  /** Installs the unit and starts it as its operator does. */
  async serve({ speed = 300, faults = '', unit = [] }: ServerOptions = {}): Promise<void> {
    const folder = join(this.folder, 'faults');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'faults'), faults);
    const environment = serverEnvironment({ speed, held: this.devices.held, faults: folder });
    this.install(this.command, 'RestartSec=1', 'TimeoutStopSec=20', ...environment, ...unit);
    await this.begin();
  }

  /** `holdpoint.yaml` of the story for this unit, with few requests and short limits, and what a test says over it. */
  story(own: Readonly<Record<string, unknown>> = {}): object {
    return storyFile({ unit: this.unit, port: this.port, tool: this.devices.tool }, own);
  }

  truth(): Truth {
    const { command, environment } = this.running();
    const shown = this.machine.demand('systemctl', 'show', '-p', SHOWN, this.unit);
    return { files: this.files, shown, command, environment };
  }

  /** A job of somebody else in the machine, as a transient unit of its own; its pid there. */
  job(name: string, ...argv: readonly string[]): number {
    const unit = `${name}-${this.mark}`;
    this.machine.demand('systemd-run', '--quiet', `--unit=${unit}`, ...argv);
    return this.pidOfJob(name);
  }

  /** 0: it has ended. */
  pidOfJob(name: string): number {
    const unit = `${name}-${this.mark}`;
    return Number(this.machine.demand('systemctl', 'show', '--value', '-p', 'MainPID', unit));
  }

  /** What the server says of itself; empty: it does not answer. */
  metrics(): string {
    return this.machine.run(['curl', '--silent', '--max-time', '2', `${this.url}/metrics`]).stdout;
  }

  endJob(name: string): void {
    this.machine.run(['systemctl', 'stop', `${name}-${this.mark}`]);
  }

  /** It holds memory of a device from now on. */
  hold(pid: number, device: number, mib: number, name: string): void {
    this.machine.write(`${this.devices.held}/held-other-${pid}`, `${pid} ${device} ${mib} ${name}\n`);
  }

  override async end(): Promise<void> {
    this.machine.run(['systemctl', 'stop', `*-${this.mark}.service`]);
    await super.end();
  }
}

/** `test` with such a unit on a machine that all tests of the file share. */
export const test = base.extend<{ python: string; devices: DeviceLab }>({
  python: [
    async ({ machine }, use) => use(await makeProgram(join(machine.shared, 'sglang'))),
    { scope: 'file' },
  ],
  devices: async ({ machine, there, models, python }, use) => {
    const lab = new DeviceLab(machine, there, await freePort(), models, python);
    await use(lab);
    await lab.end();
  },
});
