import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { MiB } from '../../../../src/core/units.ts';
import type { SimMachine } from '../../../../src/sim/build.ts';
import type { ProcessView } from '../../../../src/sim/machine.ts';

/** Deaf to TERM as the ranks of a serving SGLang are, and named like one. */
const RANK = 'trap "" TERM; exec -a "$0" sleep infinity';

/** A real process of the real control group for each one of the simulated server but the main one. */
export class RealMembers {
  readonly #machine: SimMachine;
  readonly #cgroup: string;
  readonly #folder: string;
  readonly #members = new Map<number, { readonly child: ChildProcess; readonly apart: boolean }>();
  readonly #held = new Map<string, string>();
  readonly #lost: number[] = [];
  #written = '';

  /** `folder`: where the memory that each of them holds is told. */
  constructor(machine: SimMachine, cgroup: string, folder: string) {
    this.#machine = machine;
    this.#cgroup = cgroup;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Makes and ends real processes until they are as the simulated ones, and tells what they hold. */
  follow(main: ProcessView): void {
    const living = this.#machine.kernel.inCgroup(this.#cgroup).filter(({ pid }) => pid !== main.pid);
    const pids = new Set(living.map(({ pid }) => pid));
    for (const [pid, { child }] of this.#members) if (!pids.has(pid)) this.#endOne(pid, child);
    for (const one of living) if (!this.#members.has(one.pid)) this.#begin(one, one.session !== main.session);
    this.#tell();
  }

  /** Simulated processes whose real ones were ended by somebody else, since the last time. */
  lost(): readonly number[] {
    return this.#lost.splice(0);
  }

  /** The main process ends what it has started, but for what has left its session. What they held is told no more. */
  end(): void {
    for (const [pid, { child, apart }] of this.#members) if (!apart) this.#endOne(pid, child);
  }

  #begin({ pid, argv }: ProcessView, apart: boolean): void {
    const child = spawn('bash', ['-c', RANK, argv.join(' ')], { stdio: 'ignore', detached: apart });
    this.#members.set(pid, { child, apart });
    child.once('exit', () => {
      if (this.#members.delete(pid)) this.#lost.push(pid);
    });
  }

  #endOne(pid: number, child: ChildProcess): void {
    this.#members.delete(pid);
    child.kill('SIGKILL');
    const hundredths = Math.round(uptime() * 100);
    writeFileSync(join(this.#folder, `dead-${child.pid}`), `${hundredths}\n`);
  }

  /** A line for each: pid, device, MiB, name. Those of ended processes stay: the devices see to them. */
  #tell(): void {
    for (const { index, holders } of this.#machine.devices.read())
      for (const { pid, used_bytes, command } of holders) {
        const real = this.#members.get(pid)?.child.pid;
        if (real !== undefined)
          this.#held.set(`${real} ${index}`, `${Math.round(used_bytes / MiB)} ${command}`);
      }
    const text = [...this.#held].map(([who, what]) => `${who} ${what}\n`).join('');
    if (text === this.#written) return;
    this.#written = text;
    const beside = join(this.#folder, `.held-${process.pid}`);
    writeFileSync(beside, text);
    renameSync(beside, join(this.#folder, `held-${process.pid}`));
  }
}
