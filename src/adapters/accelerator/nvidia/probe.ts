import { FaultError, fault } from '../../../core/fault.ts';
import { type Milliseconds, SECOND } from '../../../core/units.ts';
import type { Host, RunResult } from '../../../ports/host.ts';
import { isLeftBehind } from './failure.ts';

/** Without persistence mode the first call starts the driver up: 30 s were seen on eight devices. */
const FIRST_TIMEOUT_MS = 60 * SECOND;
const LEAST_TIMEOUT_MS = 10 * SECOND;
const TIMES_USUAL = 5;
const REMEMBERED = 9;

/**
 * Calls of `nvidia-smi`, one at a time. One that hangs in the driver cannot be killed and is left behind; while it is
 * there, no other is started.
 */
export class SmiProbe {
  readonly #host: Host;
  readonly #tool: string;
  #took: readonly Milliseconds[] = [];
  #left_behind: readonly string[] | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(host: Host, tool: string) {
    this.#host = host;
    this.#tool = tool;
  }

  /** Faults: `probe-failed` (it cannot be run), `probe-hung` (an earlier call still sits in the driver). */
  ask(query: readonly string[]): Promise<RunResult> {
    const mine = this.#turn.then(() => this.#run([this.#tool, ...query]));
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  async #run(argv: readonly string[]): Promise<RunResult> {
    await this.#refuseBesideStuck();
    const run = await this.#host.run(argv, { timeout_ms: this.timeoutMs() });
    if (isLeftBehind(run)) this.#left_behind = argv;
    if (!run.timed_out) this.#took = [...this.#took, run.took_ms].slice(-REMEMBERED);
    return run;
  }

  /** 60 s for the first call, then five times the usual (median) length of a call, at least 10 s. */
  timeoutMs(): Milliseconds {
    const sorted = [...this.#took].sort((a, b) => a - b);
    const usual = sorted[Math.floor(sorted.length / 2)];
    return usual === undefined ? FIRST_TIMEOUT_MS : Math.max(LEAST_TIMEOUT_MS, TIMES_USUAL * usual);
  }

  async #refuseBesideStuck(): Promise<void> {
    const stuck = this.#left_behind;
    if (stuck === null) return;
    const words = stuck.join('\0');
    const row = (await this.#host.processes()).find(
      ({ argv, state }) => state !== 'Z' && argv.join('\0') === words,
    );
    if (row === undefined) {
      this.#left_behind = null;
      return;
    }
    const message = `an earlier nvidia-smi (pid ${row.pid}, state ${row.state}) still hangs in the driver`;
    const evidence = [{ kind: 'process', text: `pid ${row.pid} (state ${row.state}): ${stuck.join(' ')}` }];
    throw new FaultError(fault('probe-hung', message, { evidence, data: { pid: row.pid } }));
  }
}
