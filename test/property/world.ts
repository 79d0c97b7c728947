import type { VirtualClock } from '../../src/adapters/clock/virtual.ts';
import type { Definition, Generation, Member } from '../../src/core/generation.ts';

/** What one start of the model server does, in the order of its life. */
export interface Script {
  readonly load_ms: number;
  readonly load: 'ready' | 'crash' | 'stall' | 'endless';
  readonly serve:
    | 'good'
    | 'error-500'
    | 'garbage'
    | 'stranger-answers'
    | 'parameter-ignored'
    | 'restarts-itself'
    | 'dies-under-load'
    | 'foreign-load';
  readonly term: 'dies' | 'second-term' | 'ignores' | 'lost-while-loading';
  readonly survivor: boolean;
  readonly release_ms: number;
  /** So many measurements of this server are made by a client that is late. */
  readonly late?: number;
  /** So many tokens more than our own it generates for others during its first measurements, one after another; below 0: less. */
  readonly stray?: readonly number[];
}

export interface ModelProcess {
  readonly pid: number;
  readonly ticks: number;
  readonly generation: string;
  readonly definition: Definition;
  readonly script: Script;
  readonly leader: boolean;
  readonly foreign: boolean;
  /** Somebody else has started the service: the host was booted, or an operator was here. */
  readonly usurper: boolean;
  held: boolean;
  started_at: number;
  terms: number;
  dead_at: number | null;
  generated: number;
}

export const MODEL_BOOT = 'model-boot';
export const DEVICE_FLOOR = 100 * 1024 * 1024;
const SERVER_MEMORY = 50 * 1024 * 1024 * 1024;

/** A host in memory: processes, one port, one device whose memory comes back late. It judges what is done to it. */
export class World {
  readonly processes: ModelProcess[] = [];
  readonly violations: string[] = [];
  readonly clock: VirtualClock;
  private readonly scripts: readonly Script[];
  private next_pid = 1000;
  starts = 0;
  /** When somebody else last started the service. */
  usurped_at = Number.NEGATIVE_INFINITY;
  load_limit_ms = Number.POSITIVE_INFINITY;
  /** The operator, a limit or a resumed restore may stop a moving load; the harness says when. */
  load_may_be_stopped = false;

  constructor(clock: VirtualClock, scripts: readonly Script[]) {
    this.clock = clock;
    this.scripts = scripts;
  }

  script(): Script {
    const script = this.scripts[this.starts % this.scripts.length];
    this.starts += 1;
    if (script === undefined) throw new Error('no script');
    return script;
  }

  spawn(
    definition: Definition,
    script: Script,
    options: { id: string; held: boolean; foreign?: boolean; leader?: boolean; usurper?: boolean },
  ): ModelProcess {
    const pid = this.next_pid;
    this.next_pid += 1;
    const process: ModelProcess = {
      pid,
      ticks: pid * 7,
      generation: options.id,
      definition,
      script,
      leader: options.leader ?? true,
      foreign: options.foreign ?? false,
      usurper: options.usurper ?? false,
      held: options.held,
      started_at: this.clock.now(),
      terms: 0,
      dead_at: null,
      generated: 0,
    };
    this.processes.push(process);
    return process;
  }

  /** What ran is gone at once, and the service is started by somebody else. */
  usurp(definition: Definition, script: Script): ModelProcess {
    this.usurped_at = this.clock.now();
    for (const process of this.processes) if (!process.foreign) process.dead_at ??= this.clock.now();
    return this.spawn(definition, script, { id: '', held: false, usurper: true });
  }

  generation(process: ModelProcess): Generation {
    return {
      kind: 'process',
      id: process.generation,
      pid: process.pid,
      start_ticks: process.ticks,
      boot_id: MODEL_BOOT,
    };
  }

  find(generation: Generation): ModelProcess | null {
    return this.processes.find((p) => p.pid === generation.pid && p.ticks === generation.start_ticks) ?? null;
  }

  alive(process: ModelProcess): boolean {
    this.age(process);
    return process.dead_at === null;
  }

  /** What happens by itself: a crash in the load. */
  private age(process: ModelProcess): void {
    const { script } = process;
    if (process.dead_at !== null || process.held || process.foreign || !process.leader) return;
    if (script.load === 'crash' && this.clock.now() >= process.started_at + script.load_ms)
      process.dead_at = process.started_at + script.load_ms;
  }

  isReady(process: ModelProcess): boolean {
    return (
      this.alive(process) &&
      !process.held &&
      process.script.load === 'ready' &&
      this.clock.now() >= process.started_at + process.script.load_ms
    );
  }

  isLoading(process: ModelProcess): boolean {
    if (!this.alive(process) || process.held || !process.leader || process.foreign) return false;
    return (
      (process.script.load === 'endless' ||
        process.script.load === 'crash' ||
        process.script.load === 'ready') &&
      !this.isReady(process)
    );
  }

  /** Living members of a generation, with survivors that left it. */
  members(generation: Generation): ModelProcess[] {
    return this.processes.filter(
      (p) =>
        !p.foreign &&
        this.alive(p) &&
        (p.pid === generation.pid || (p.generation === generation.id && generation.id !== '')),
    );
  }

  asMember(process: ModelProcess): Member {
    return {
      pid: process.pid,
      start_ticks: process.ticks,
      ppid: 1,
      state: 'S',
      user: 'model',
      command: process.definition.argv.join(' '),
    };
  }

  usedMemory(): number {
    let used = DEVICE_FLOOR;
    for (const process of this.processes) {
      if (process.foreign || !process.leader) continue;
      const alive = this.alive(process);
      const gone = process.dead_at === null ? 0 : this.clock.now() - process.dead_at;
      if (alive && !process.held) used += SERVER_MEMORY;
      else if (!alive && gone < process.script.release_ms)
        used += SERVER_MEMORY * (1 - gone / process.script.release_ms);
    }
    return Math.round(used);
  }

  /** Who has the port: the newest ready server, or a stranger that the script puts there. */
  listeners(): ModelProcess[] {
    const serving = this.processes.filter(
      (p) => p.leader && !p.foreign && this.isReady(p) && p.script.serve !== 'stranger-answers',
    );
    const strangers = this.processes.filter((p) => p.foreign && this.alive(p));
    return [...serving, ...strangers];
  }

  kill(process: ModelProcess): void {
    if (process.dead_at !== null) return;
    process.dead_at = this.clock.now();
    if (process.leader && process.script.survivor && !process.held) {
      this.spawn(
        process.definition,
        { ...process.script, survivor: false },
        { id: process.generation, held: false, leader: false },
      );
    }
    for (const stranger of this.processes)
      if (stranger.foreign && stranger.generation === process.generation) stranger.dead_at = this.clock.now();
  }

  violated(what: string): void {
    this.violations.push(`${Math.round(this.clock.now())} ms: ${what}`);
  }
}
