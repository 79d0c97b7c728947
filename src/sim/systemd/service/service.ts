import type { Milliseconds } from '../../../core/units.ts';
import type { Cancel, Exit, Machine, Random, Signal } from '../../machine.ts';
import { type Fields, hexadecimal, type Journal } from '../journal/journal.ts';
import type { LoadedUnit } from '../unit-file/load-unit.ts';
import { ControlGroup, commandName } from './control-group.ts';
import { describeExit, judgeExit, type ServiceResult } from './exit-status.ts';
import type { Executables, MainProcess } from './main-process.ts';
import { logAsManager, MESSAGE_IDS } from './manager-log.ts';
import { type Moment, readMoment } from './moment.ts';
import { shallRestart } from './restart-policy.ts';
import { sendSignal } from './send-signal.ts';
import { StartLimit } from './start-limit.ts';
import { startProcess } from './start-process.ts';
import { atRest, isStopping, type StopState, type SubState } from './state.ts';
import { timeOutText } from './time-out-text.ts';
import { NO_TIMESTAMPS, stamp, type UnitTimestamps } from './timestamps.ts';
import { Turns } from './turns.ts';

/** The main process of the present or last start. */
export interface MainRecord {
  readonly pid: number;
  readonly started: Moment;
  readonly exited: Moment | null;
  readonly exit: Exit | null;
}

export interface ServiceContext {
  readonly machine: Machine;
  readonly random: Random;
  readonly journal: Journal;
  readonly execs: Executables;
  readonly changed: (service: Service) => void;
  /** The time until an automatic restart is over. */
  readonly restart: (service: Service) => void;
}

/** How often an emptying control group is looked at: real systemd is told by the kernel, this one asks. */
const WATCH_MS: Milliseconds = 20;

/**
 * The state machine of one service (service.c of systemd 252, for Type=simple and Type=exec without control
 * processes). Jobs decide when it starts and stops; it says what happened through `changed`.
 */
export class Service {
  unit: LoadedUnit;
  readonly cgroup: ControlGroup;
  readonly #context: ServiceContext;
  readonly #limit = new StartLimit();
  #state: SubState = 'dead';
  #result: ServiceResult = 'success';
  #times: UnitTimestamps = NO_TIMESTAMPS;
  #main: MainProcess | null = null;
  #stream: MainProcess['stream'] | null = null;
  #record: MainRecord | null = null;
  /** A reload forgets the status of the command while its process runs. */
  #command_known = false;
  #invocation: string | null = null;
  #restarts = 0;
  #forget_restarts = false;
  #restart_forbidden = false;
  readonly #turns = new Turns();
  #timer: Cancel | null = null;
  #watch: Cancel | null = null;

  constructor(unit: LoadedUnit, context: ServiceContext) {
    this.unit = unit;
    this.#context = context;
    this.cgroup = new ControlGroup(context.machine.kernel, unit.name);
  }

  get state(): SubState {
    return this.#state;
  }

  get result(): ServiceResult {
    return this.#result;
  }

  get times(): UnitTimestamps {
    return this.#times;
  }

  /** 0: no main process lives. */
  get main_pid(): number {
    return this.#main?.self.pid ?? 0;
  }

  get main(): MainRecord | null {
    return this.#record;
  }

  get command_status(): MainRecord | null {
    return this.#command_known ? this.#record : null;
  }

  get invocation(): string | null {
    return this.#invocation;
  }

  get restarts(): number {
    return this.#restarts;
  }

  reloaded(unit: LoadedUnit): void {
    this.unit = unit;
    this.#command_known = false;
    this.#context.changed(this);
  }

  /** Only from rest. What comes of it is in the state afterwards. */
  start(): void {
    this.#turns.operate(() => this.#start());
  }

  /** Asks the processes to go; by hand, so nothing is started again. */
  stop(): void {
    this.#turns.operate(() => {
      this.#restart_forbidden = true;
      if (this.#state === 'auto-restart') {
        this.#disarm();
        this.#enter('dead');
      } else if (!atRest(this.#state) && !isStopping(this.#state)) this.#signal('stop-sigterm', 'success');
    });
  }

  /** `systemctl kill`. False: there is no process of that kind. */
  kill(whom: 'main' | 'all', signal: Signal): boolean {
    const { kernel } = this.#context.machine;
    const self = this.#main?.self ?? null;
    if (whom === 'main' && self === null) return false;
    const others = whom === 'all' ? this.cgroup.members().filter(({ pid }) => pid !== self?.pid) : [];
    this.#turns.operate(() => {
      if (self !== null) {
        const process = `${self.pid} (${commandName(self)})`;
        this.log(
          6,
          `${this.unit.name}: Sent signal SIG${signal} to main process ${process} on client request.`,
        );
        kernel.kill(self.pid, signal);
      }
      for (const { pid } of others) kernel.kill(pid, signal);
    });
    return true;
  }

  resetFailed(): void {
    this.#result = 'success';
    this.#restarts = 0;
    this.#forget_restarts = false;
    this.#limit.reset();
    if (this.#state === 'failed') this.#enter('dead');
    else this.#context.changed(this);
  }

  countRestart(): void {
    this.#restarts += 1;
    this.#forget_restarts = false;
    this.log(6, `${this.unit.name}: Scheduled restart job, restart counter is at ${this.#restarts}.`, {
      MESSAGE_ID: MESSAGE_IDS.restart_scheduled,
      N_RESTARTS: String(this.#restarts),
    });
  }

  /** The machine went down: nothing of this life may act any more. */
  forget(): void {
    this.#main = null;
    this.#disarm();
  }

  /** A line of the manager about this unit. */
  log(priority: number, message: string, fields: Fields = {}): void {
    const invocation: Fields = this.#invocation === null ? {} : { INVOCATION_ID: this.#invocation };
    logAsManager(this.#context.journal, priority, message, {
      UNIT: this.unit.name,
      ...invocation,
      ...fields,
    });
  }

  #now(): Moment {
    return readMoment(this.#context.machine);
  }

  #enter(state: SubState): void {
    this.#times = stamp(this.#times, this.#state, state, this.#now());
    this.#state = state;
    this.#context.changed(this);
  }

  #start(): void {
    const { machine, random, journal, execs } = this.#context;
    const { start_limit_burst, start_limit_interval_ms, type } = this.unit.definition;
    if (!this.#limit.admit(machine.time.now(), start_limit_burst, start_limit_interval_ms)) {
      this.log(4, `${this.unit.name}: Start request repeated too quickly.`);
      this.#rest('start-limit-hit', false);
      return;
    }
    const invocation = hexadecimal(random, 32);
    this.#invocation = invocation;
    this.#result = 'success';
    if (this.#forget_restarts) this.#restarts = 0;
    this.#forget_restarts = false;
    this.#restart_forbidden = false;
    const main = startProcess({
      machine,
      journal,
      execs,
      unit: this.unit,
      cgroup: this.cgroup,
      invocation,
      log: (priority, text) => this.log(priority, text),
      exited: (exit) => this.#later(0, () => this.#mainExited(invocation, exit)),
    });
    if (main === null) {
      this.#rest('resources', true);
      return;
    }
    this.#main = main;
    this.#stream = main.stream;
    this.#record = { pid: main.self.pid, started: this.#now(), exited: null, exit: null };
    this.#command_known = true;
    this.#enter(type === 'exec' && main.failed ? 'start' : 'running');
    main.open();
  }

  #mainExited(invocation: string, exit: Exit): void {
    if (this.#main === null || this.#record === null || this.#invocation !== invocation) return;
    this.#main = null;
    this.#record = { ...this.#record, exited: this.#now(), exit };
    this.#command_known = true;
    if (this.cgroup.empty) this.#stream?.close();
    const { definition, name } = this.unit;
    const judged = judgeExit(exit, definition);
    if (judged !== 'success') {
      const { word, logged, status } = describeExit(exit);
      this.log(5, `${name}: Main process exited, code=${word}, status=${logged}`, {
        MESSAGE_ID: MESSAGE_IDS.process_exit,
        COMMAND: 'ExecStart',
        EXIT_CODE: word,
        EXIT_STATUS: String(status),
      });
    }
    const result = definition.commands[0]?.ignore_errors === true ? 'success' : judged;
    if (this.#result === 'success') this.#result = result;
    if (!isStopping(this.#state)) this.#signal('stop-sigterm', 'success');
    else if (this.#state === 'stop-sigterm' || this.#state === 'stop-sigkill')
      this.#signal('final-sigterm', 'success');
    else this.#rest('success', true);
  }

  /** Sends the signal of a stop state and waits for its effect, or goes on at once where nothing is left to signal. */
  #signal(state: StopState, result: ServiceResult): void {
    if (this.#result === 'success') this.#result = result;
    const { definition, name } = this.unit;
    const hard = state === 'stop-sigkill' || state === 'final-sigkill';
    this.#disarm();
    const waiting = sendSignal({
      kernel: this.#context.machine.kernel,
      cgroup: this.cgroup,
      mode: definition.kill_mode,
      main_pid: this.main_pid,
      signal: hard ? 'KILL' : definition.kill_signal,
      hard,
      killing: (text) => this.log(5, `${name}: ${text}`),
    });
    if (waiting) {
      this.#arm(definition.timeout_stop_ms, () => this.#timedOut(state));
      this.#watchGroup(state);
      this.#enter(state);
    } else if (!hard && definition.send_sigkill)
      this.#signal(state === 'stop-sigterm' ? 'stop-sigkill' : 'final-sigkill', 'success');
    else this.#next(state, 'success');
  }

  /** From the rounds that stop to the final ones, from these to rest. */
  #next(state: StopState, result: ServiceResult): void {
    if (state === 'stop-sigterm' || state === 'stop-sigkill') this.#signal('final-sigterm', result);
    else this.#rest(result, true);
  }

  #timedOut(state: StopState): void {
    const soft = state === 'stop-sigterm' || state === 'final-sigterm';
    const kills_next = soft && this.unit.definition.send_sigkill;
    this.log(4, `${this.unit.name}: ${timeOutText(state, kills_next)}`);
    if (kills_next) this.#signal(state === 'stop-sigterm' ? 'stop-sigkill' : 'final-sigkill', 'timeout');
    else this.#next(state, 'timeout');
  }

  #watchGroup(state: StopState): void {
    this.#watch = this.#later(WATCH_MS, () => {
      if (this.#main === null && this.cgroup.empty) this.#next(state, 'success');
      else this.#watchGroup(state);
    });
  }

  #rest(result: ServiceResult, may_restart: boolean): void {
    if (this.#result === 'success') this.#result = result;
    const { name, definition } = this.unit;
    this.#disarm();
    this.#main = null;
    this.#stream?.close();
    if (this.#result === 'success')
      this.log(6, `${name}: Deactivated successfully.`, { MESSAGE_ID: MESSAGE_IDS.success });
    else
      this.log(4, `${name}: Failed with result '${this.#result}'.`, {
        MESSAGE_ID: MESSAGE_IDS.failure,
        UNIT_RESULT: this.#result,
      });
    for (const view of this.cgroup.members())
      this.log(
        4,
        `${name}: Unit process ${view.pid} (${commandName(view)}) remains running after unit stopped.`,
      );
    const again = may_restart && !this.#restart_forbidden && shallRestart(definition.restart, this.#result);
    this.#restart_forbidden = false;
    const rest = this.#result === 'success' ? 'dead' : 'failed';
    if (!again) {
      this.#forget_restarts = true;
      this.#enter(rest);
      return;
    }
    // The unit is at rest for an instant, and then waits: no job may act in between.
    this.#times = stamp(this.#times, this.#state, rest, this.#now());
    this.#state = rest;
    this.#arm(definition.restart_ms, () => this.#context.restart(this));
    this.#enter('auto-restart');
  }

  #arm(delay: Milliseconds, run: () => void): void {
    if (delay !== Number.POSITIVE_INFINITY) this.#timer = this.#later(delay, run);
  }

  /** In this boot only: a manager that went down with its machine does nothing any more. */
  #later(delay: Milliseconds, run: () => void): Cancel {
    const { kernel, time } = this.#context.machine;
    const { boot_id } = kernel;
    return time.after(delay, () => {
      if (kernel.boot_id === boot_id) this.#turns.event(run);
    });
  }

  #disarm(): void {
    this.#timer?.();
    this.#watch?.();
    this.#timer = null;
    this.#watch = null;
  }
}
