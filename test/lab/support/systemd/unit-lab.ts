import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { FILE_COPY } from '../../../../src/adapters/supervisor/systemd/log-copy.ts';
import type { Configuration } from '../../../../src/core/config/configuration.ts';
import type { Ports } from '../../../../src/run/ports.ts';
import { assemble, fileKeeping } from '../../../../src/wire.ts';
import { until } from '../../../contract/until.ts';
import { test as base, Lab, OURS } from '../../lab.ts';
import { freePort } from '../free-port.ts';
import { Models } from '../models.ts';
import type { Ran } from '../ran.ts';
import { type HostOfMachine, hostOf } from './host-of.ts';
import { Machine } from './machine.ts';

/** Where a unit and what is laid over it come from. */
const FOLDERS = ['/etc/systemd/system', '/run/systemd/system'];

export interface Running {
  readonly pid: number;
  readonly invocation: string;
  readonly command: readonly string[];
  readonly environment: readonly string[];
}

/** One test's unit on a machine with a real systemd: sweeps run in this process, all that they ask and do is there. */
export class UnitLab extends Lab {
  readonly machine: Machine;
  readonly unit: string;
  readonly #there: HostOfMachine;

  constructor(machine: Machine, there: HostOfMachine, port: number, models: Models) {
    super(port, models, machine.shared);
    this.machine = machine;
    this.#there = there;
    this.unit = `llm-${this.mark}.service`;
  }

  get unitFile(): string {
    return `/etc/systemd/system/${this.unit}`;
  }

  /** Where Holdpoint may write. */
  get dropIn(): string {
    return `/run/systemd/system/${this.unit}.d/zz-holdpoint.conf`;
  }

  /** Writes and enables the operator's unit. `more`: further lines of its [Service], or whole sections behind it. */
  install(command: readonly string[], ...more: readonly string[]): void {
    const environment = `Environment=${OURS}=${this.mark}`;
    const service = ['Type=simple', environment, `ExecStart=${command.join(' ')}`, 'Restart=always', ...more];
    const lines = ['[Install]', 'WantedBy=multi-user.target', '[Service]', ...service];
    this.machine.write(this.unitFile, `# by the operator\n${lines.join('\n')}\n`);
    this.machine.demand('systemctl', 'enable', this.unit);
  }

  /** Lays a file of the operator over the unit: `90-mine.conf`, in /etc or /run. */
  override(folder: 'etc' | 'run', name: string, text: string): void {
    this.machine.write(`/${folder}/systemd/system/${this.unit}.d/${name}`, text);
    this.machine.demand('systemctl', 'daemon-reload');
  }

  /** Starts it as the operator does, and waits until it answers. */
  async begin(): Promise<void> {
    this.systemctl('start');
    await until(() =>
      fetch(`${this.url}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }

  systemctl(verb: string): string {
    return this.machine.demand('systemctl', verb, this.unit);
  }

  /** One property of the unit as the manager shows it. */
  shows(property: string): string {
    return this.machine.demand('systemctl', 'show', '--value', '-p', property, this.unit).trim();
  }

  /** The main process as this machine's process table shows it, without the id that Holdpoint adds. */
  running(): Running {
    const pid = Number(this.shows('MainPID'));
    const words = (file: string) =>
      (this.machine.read(`/proc/${pid}/${file}`) ?? '').split('\0').filter((word) => word !== '');
    const own = /^(HOLDPOINT_GENERATION|INVOCATION_ID|JOURNAL_STREAM|SYSTEMD_EXEC_PID)=/;
    const environment = words('environ').filter((entry) => !own.test(entry));
    return { pid, invocation: this.shows('InvocationID'), command: words('cmdline'), environment };
  }

  /** All that one generation of the unit has said. */
  journal(invocation: string): string {
    const field = `_SYSTEMD_INVOCATION_ID=${invocation}`;
    return this.machine.demand('journalctl', field, '--output=cat', '--no-pager');
  }

  /** The name of each file that makes this unit what it is, with its text. */
  get files(): Readonly<Record<string, string>> {
    const paths = FOLDERS.flatMap((folder) => {
      const found = this.machine.run(['find', folder, '-path', `*/${this.unit}*`, '-type', 'f']).stdout;
      return found.split('\n').filter((path) => path !== '');
    });
    return Object.fromEntries(paths.map((path) => [path, this.machine.read(path) ?? '']));
  }

  /** A configuration whose service is the unit. */
  file(own: Readonly<Record<string, unknown>> = {}): object {
    return this.configuration(null, { service: { kind: 'systemd', unit: this.unit }, ...own });
  }

  /** A log that a run has kept. */
  kept({ dir }: Ran, name: string): string {
    return readFileSync(join(dir, name), 'utf8');
  }

  /** Living workers of `leaves-worker.mjs`. */
  workers(): readonly number[] {
    return this.servers.filter(({ command }) => command.includes('trap "" TERM')).map(({ pid }) => pid);
  }

  protected override async ports(configuration: Configuration): Promise<Ports> {
    const ports = await super.ports(configuration);
    const { clock, load, lock, own_machine = ports.host, engine, credentials } = ports;
    // the network is shared, and this process asks the server: only here its own connections are told from others'
    const connections = own_machine.connections.bind(own_machine);
    const there = await assemble(configuration, {
      clock,
      host: { ...this.#there.host, connections },
      own_machine,
      environment: {},
      log_copy: FILE_COPY,
      load,
      lock,
      keeping: (boot_id) => fileKeeping(clock, boot_id),
    });
    return { ...there, engine, credentials };
  }

  override async end(): Promise<void> {
    try {
      expect(this.machine.read(this.dropIn), 'our file is gone').toBeNull();
    } finally {
      this.machine.run(['systemctl', 'stop', this.unit]);
      this.machine.run(['systemctl', 'kill', '--signal=KILL', this.unit]);
      this.machine.run(['systemctl', 'disable', this.unit]);
      for (const path of Object.keys(this.files)) this.machine.remove(path);
      this.machine.demand('systemctl', 'daemon-reload');
      await super.end();
    }
  }
}

/** `test` with a unit on a machine that all tests of the file share. */
export const test = base.extend<{ machine: Machine; there: HostOfMachine; models: Models; lab: UnitLab }>({
  machine: [
    // biome-ignore lint/correctness/noEmptyPattern: the first parameter names what the fixture needs
    async ({}, use) => {
      const machine = await Machine.start();
      await use(machine);
      await machine.end();
    },
    { scope: 'file' },
  ],
  there: [
    async ({ machine }, use) => {
      const there = hostOf(machine);
      await use(there);
      there.close();
    },
    { scope: 'file' },
  ],
  models: [
    async ({ machine }, use) => {
      await use(new Models(machine.shared));
    },
    { scope: 'file' },
  ],
  lab: async ({ machine, there, models }, use) => {
    const lab = new UnitLab(machine, there, await freePort(), models);
    await use(lab);
    await lab.end();
  },
});
