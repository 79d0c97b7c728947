import type { Definition, Generation, Member } from '../core/generation.ts';
import type { LogLine } from '../core/log-line.ts';
import type { Promoted, Standing } from '../core/promoted.ts';
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

/** A load of the past, as the service's own records have it. */
export interface PastLoad {
  /** From the start to the engine's own word that it is ready. */
  readonly load_s: number;
  /** Command line of the server, words joined by spaces; null: unknown. Foreign text, and there may be a secret in it. */
  readonly command: string | null;
}

/** Accepted by the supervisor before anything is stopped. */
export interface Prepared {
  readonly definition: Definition;
  /** Our new id for the generation that will come from it. */
  readonly id: string;
  readonly log_file: string;
  /** How the service was given it: by which path a file was written. Absent: nothing was written. */
  readonly way?: string;
}

/** Settings that are installed for good. Nothing here touches what runs, and nothing is written. */
export interface Promotions {
  /** null: none is. Fault: `definition-rejected`, for a file of its name that we did not write. */
  installed(): Promise<Promoted | null>;
  /** What the service runs by itself without it. Fault: `definition-rejected`. */
  own(): Promise<Definition>;
  /** What would be installed for this definition. Fault: `definition-rejected`. */
  made(definition: Definition, of: Pick<Promoted, 'run_id' | 'trial' | 'persist'>): Promise<Promoted>;
}

/** One right that a change needs or is better with, tried without touching the service. */
export interface Right {
  readonly name: string;
  /** `weaker`: without it less is known, and that is said; no change is refused for it. */
  readonly state: 'held' | 'missing' | 'weaker' | 'unknown';
  readonly text: string;
  /** The smallest thing that would give it; null: it is held, or nothing can be said. */
  readonly remedy: string | null;
  /** What root would install for it; absent: no file gives it. */
  readonly grant?: Grant;
}

/** A text that root may install, whole, and what it is worth in plain words. */
export interface Grant {
  readonly kind: 'polkit' | 'sudoers';
  readonly file: string;
  readonly mode: string;
  readonly text: string;
  readonly worth: string;
}

/**
 * What runs the server. Contract (one suite: test/contract/supervisor.ts):
 * - `prepare` touches nothing that runs. Faults: `definition-rejected`, `lock-held`. Without
 *   `standing` what is installed for good stays as it is.
 * - `start` creates a generation. A process is held before exec, `release` lets it go, and if Holdpoint dies between the
 *   two, it ends by itself. A unit is started at once, since it is found again by its name. Fault: `start-refused`.
 * - `signal` looks again right before each signal whether this generation still lives. A process gets it by its pid, and
 *   none but the given members; a unit is stopped as a whole, through its manager.
 * - started servers outlive Holdpoint; `follow` takes up one that is named by a record.
 */
export interface Supervisor {
  readonly kind: 'process' | 'systemd';
  present(): Promise<Present>;
  prepare(definition: Definition, logFile: string, standing?: Standing): Promise<Prepared>;
  start(prepared: Prepared): Promise<Generation>;
  release(generation: Generation): Promise<void>;
  life(generation: Generation): Promise<Life>;
  signal(generation: Generation, members: readonly Member[], signal: 'TERM' | 'KILL'): Promise<SignalReport>;
  /** With END_OF_LOG as the cursor no line is given: a copy of the log is complete up to now, and the cursor is its end. */
  log(generation: Generation, cursor: number): Promise<LogChunk>;
  /** What the service runs by itself, without us. Absent: it has no definition of its own. Fault: `definition-rejected`. */
  own?(): Promise<Definition>;
  /**
   * The run is over: what it has installed for its trials goes, unless the server that stays was started with it. Absent:
   * nothing is ever installed. With `standing` that, and nothing else, is what is installed for good from now on. The
   * answer is the file that stays under the server; null: nothing does.
   */
  settle?(standing?: Promoted | null): Promise<string | null>;
  /** Every right of this user on the service, one by one. Absent: whoever owns the process has them all. */
  rights?(): Promise<readonly Right[]>;
  /** Absent: nothing can be installed for good. */
  readonly promotions?: Promotions;
  /** The last few loads, newest first; empty: none is known, or none can be read. Absent: nobody keeps them. */
  pastLoads?(isReady: (line: LogLine) => boolean): Promise<readonly PastLoad[]>;
  /** Follows a generation of an earlier life of Holdpoint: its log file and known members come from the journal. */
  follow(generation: Generation, logFile: string | null, members: readonly Member[]): Promise<void>;
}
