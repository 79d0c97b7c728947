import type { Definition, Generation, Member } from '../core/generation.ts';
import type { LogLine } from '../core/log-line.ts';
import type { Bytes } from '../core/units.ts';

/** What runs now. `generation` null: nothing of this service runs. */
export interface Present {
  readonly generation: Generation | null;
  /** How the running server was started: argv and environment as the kernel shows them; null: nothing runs, or `refused`. */
  readonly definition: Definition | null;
  readonly members: readonly Member[];
  /**
   * True: started by Holdpoint in this or an earlier run (record, pid, ticks and boot id agree; for a unit, its main
   * process carries our id).
   */
  readonly ours: boolean;
  /** The running command is not the one that the service would be started with; absent: nothing says so. */
  readonly differs?: { readonly where: string; readonly wanted: string; readonly got: string };
  /** Why what runs can be looked at and not be changed: nobody could start it again; absent: nothing is in the way. */
  readonly refused?: string;
}

export interface ExitReport {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The state of one generation. A zombie leader is an exited one. */
export interface Life {
  readonly alive: boolean;
  /** null while alive, and where nobody could collect the status (we are not the parent). */
  readonly exit: ExitReport | null;
  /** All living members: descendants, those that left parent or session, and carriers of our id. Zombies are gone. */
  readonly members: readonly Member[];
  /** Sum over members, for progress; null: unreadable. */
  readonly rss_bytes: Bytes | null;
  readonly cpu_ticks: number | null;
  readonly io_bytes: Bytes | null;
  /** How often a manager has started, or is about to start, the service again after it; null: there is no manager. */
  readonly restarts: number | null;
  /** A manager is about to start the service again by itself, or has done so. Absent: no. */
  readonly returning?: boolean;
}

export interface SignalReport {
  readonly signal: 'TERM' | 'KILL';
  readonly sent: readonly number[];
  /** Gone or replaced by another process since they were listed: not signalled. */
  readonly gone: readonly number[];
  readonly refused: readonly { readonly pid: number; readonly error: string }[];
}

export interface LogChunk {
  readonly lines: readonly LogLine[];
  /** Give it back to read on. */
  readonly cursor: number;
  /** false: the log cannot be read, which is said and never taken as an empty log. */
  readonly readable: boolean;
  /** Why it cannot be read, or not all of it. Absent: nobody knows. */
  readonly why?: string;
  readonly file: string | null;
}

/** Accepted by the supervisor before anything is stopped. */
export interface Prepared {
  readonly definition: Definition;
  /** Our new id for the generation that will come from it. */
  readonly id: string;
  readonly log_file: string;
}

/**
 * What runs the server. Contract (one suite: test/contract/supervisor.ts):
 * - `prepare` touches nothing that runs. Faults: `definition-rejected`, `lock-held`.
 * - `start` creates a generation. A process is held before exec, `release` lets it go, and if Holdpoint dies between the
 *   two, it ends by itself. A unit is started at once, since it is found again by its name. Fault: `start-refused`.
 * - `signal` looks again right before each signal whether this generation still lives. A process gets it by its pid, and
 *   none but the given members; a unit is stopped as a whole, through its manager.
 * - started servers outlive Holdpoint; `follow` takes up one that is named by a record.
 */
export interface Supervisor {
  readonly kind: 'process' | 'systemd';
  present(): Promise<Present>;
  prepare(definition: Definition, logFile: string): Promise<Prepared>;
  start(prepared: Prepared): Promise<Generation>;
  release(generation: Generation): Promise<void>;
  life(generation: Generation): Promise<Life>;
  signal(generation: Generation, members: readonly Member[], signal: 'TERM' | 'KILL'): Promise<SignalReport>;
  /** With END_OF_LOG as the cursor no line is given, and a copy of the log is complete up to now. */
  log(generation: Generation, cursor: number): Promise<LogChunk>;
  /** What the service runs by itself, without us. Absent: it has no definition of its own. Fault: `definition-rejected`. */
  own?(): Promise<Definition>;
  /**
   * The run is over: what it has installed for its trials goes, unless the server that stays was started with it. Absent:
   * nothing is ever installed.
   */
  settle?(): Promise<void>;
  /** Follows a generation of an earlier life of Holdpoint: its log file and known members come from the journal. */
  follow(generation: Generation, logFile: string | null, members: readonly Member[]): Promise<void>;
}
