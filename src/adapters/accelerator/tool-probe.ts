import { FaultError, fault } from '../../core/fault.ts';
import { type Milliseconds, SECOND } from '../../core/units.ts';
import type { Host, ProcessRow, RunResult } from '../../ports/host.ts';

/** Without persistence mode the first call starts the driver up: 30 s were seen on eight devices. */
const FIRST_TIMEOUT_MS = 60 * SECOND;
const LEAST_TIMEOUT_MS = 10 * SECOND;
const TIMES_USUAL = 5;
const REMEMBERED = 9;
/** So many calls that sit in the driver, of whomever, are no coincidence: one more would only join them. */
const MOST_STUCK = 3;

/** The call was over before its process was: it sits in the driver, and no signal reaches it. */
export function isLeftBehind(run: RunResult): boolean {
  return run.timed_out && run.code === null && run.signal === null;
}

/**
 * Calls of a tool that asks a driver, one at a time. One that hangs in the driver cannot be killed and is left behind;
 * while it is there, no other is started, and none at all beside several that earlier programs have left.
 */
export class ToolProbe {
  readonly #host: Host;
  readonly #tool: string;
  #took: readonly Milliseconds[] = [];
  #left_behind: readonly string[] | null = null;
  #looked = false;
  #turn: Promise<unknown> = Promise.resolve();

  /** `tool`: absolute path. */
  constructor(host: Host, tool: string) {
    this.#host = host;
    this.#tool = tool;
  }

  get name(): string {
    return this.#tool.split('/').at(-1) ?? this.#tool;
  }

  /** Faults: `probe-failed` (it cannot be run), `probe-hung` (earlier calls still sit in the driver). */
  ask(query: readonly string[]): Promise<RunResult> {
    const mine = this.#turn.then(() => this.#run([this.#tool, ...query]));
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  async #run(argv: readonly string[]): Promise<RunResult> {
    await this.#refuseBesidePile();
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

  /** Before the first call: each earlier program may have left one behind. */
  async #refuseBesidePile(): Promise<void> {
    if (this.#looked) return;
    const stuck = (await this.#host.processes()).filter((row) => row.state === 'D' && this.#isTool(row));
    this.#looked = stuck.length < MOST_STUCK;
    if (this.#looked) return;
    const pids = stuck.map(({ pid }) => `pid ${pid}`).join(', ');
    const message = `${stuck.length} calls of ${this.name} hang in the driver already (${pids})`;
    throw hung(message, stuck);
  }

  async #refuseBesideStuck(): Promise<void> {
    const stuck = this.#left_behind;
    if (stuck === null) return;
    const words = stuck.join('\0');
    // a script stands behind the name of what reads it
    const row = (await this.#host.processes()).find(
      ({ argv, state }) => state !== 'Z' && argv.slice(-stuck.length).join('\0') === words,
    );
    if (row === undefined) {
      this.#left_behind = null;
      return;
    }
    throw hung(`an earlier ${this.name} (pid ${row.pid}, state ${row.state}) still hangs in the driver`, [
      row,
    ]);
  }

  #isTool({ argv }: ProcessRow): boolean {
    return argv.slice(0, 2).some((word) => word.split('/').at(-1) === this.name);
  }
}

function hung(message: string, rows: readonly ProcessRow[]): FaultError {
  const evidence = rows.map(({ pid, state, argv }) => ({
    kind: 'process',
    text: `pid ${pid} (state ${state}): ${argv.join(' ')}`,
  }));
  return new FaultError(fault('probe-hung', message, { evidence, data: { pid: rows[0]?.pid ?? null } }));
}
