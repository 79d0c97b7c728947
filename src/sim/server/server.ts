import type { CatchableSignal, Machine, Program, Self } from '../machine.ts';
import { begin } from './begin.ts';
import type { Launch } from './launch.ts';
import { load } from './load.ts';
import type { ServerOptions } from './options.ts';
import { USUAL_LOAD_S } from './phases/durations.ts';
import { drain } from './stop.ts';

/** Starts of the server on each machine, whatever unit or command line started it. */
const starts = new WeakMap<Machine, number>();

/** How long workers outlive a main process that somebody else has killed. */
const ORPHANED_MS = [100, 1500] as const;

/**
 * The SGLang-like server of the simulated machine. The returned function makes the program of one process; its
 * command line comes with the process. Each process that runs it counts as one start, also one that dies of a flag.
 */
export function sglangServer(
  machine: Machine,
  options: ServerOptions = {},
): (argv: readonly string[]) => Program {
  return () => new ServerProgram(machine, options);
}

class ServerProgram implements Program {
  readonly #machine: Machine;
  readonly #options: ServerOptions;
  #launch: Launch | null = null;
  #lost = false;

  constructor(machine: Machine, options: ServerOptions) {
    this.#machine = machine;
    this.#options = options;
  }

  start(self: Self): void {
    const start = (starts.get(this.#machine) ?? 0) + 1;
    starts.set(this.#machine, start);
    const random = this.#machine.random.fork(`server start ${start}`);
    const load_s = this.#options.load_s ?? USUAL_LOAD_S;
    this.#launch = begin({ machine: this.#machine, self, start, random, load_s });
    if (this.#launch !== null) load(this.#launch);
  }

  signal(signal: CatchableSignal): boolean {
    const launch = this.#launch;
    if (launch === null || signal !== 'TERM') return false;
    if (launch.fault('signal-lost') !== null && (launch.condition === 'loading' || !this.#lost)) {
      this.#lost = true;
      return true;
    }
    // the handler comes with the first request; before it the default action ends the process
    if (!launch.took_a_request) return false;
    drain(launch);
    return true;
  }

  ended(): void {
    const launch = this.#launch;
    if (launch === null) return;
    launch.timers.clear();
    launch.engine?.halt();
    for (const run of launch.afterEnd) run();
    const [least, most] = ORPHANED_MS;
    for (const helper of launch.helpers())
      this.#machine.time.after(least + (most - least) * launch.random.uniform(), () => {
        if (helper.alive) helper.die('KILL');
      });
  }
}
