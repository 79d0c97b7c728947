import type { Definition, Generation, Member } from '../core/generation.ts';
import type { LogLine } from '../core/log-line.ts';
import type { Bytes } from '../core/units.ts';

/** What runs now. `generation` null: nothing of this service runs. */
export interface Present {
  readonly generation: Generation | null;
  /** How the running server was started: argv and environment as the kernel shows them; null: nothing runs. */
  readonly definition: Definition | null;
  readonly members: readonly Member[];
  /** True: started by Holdpoint in this or an earlier run (record, pid, ticks and boot id agree). */
  readonly ours: boolean;
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
 * - `prepare` touches nothing that runs. Fault: `definition-rejected`.
 * - `start` creates a generation that is held before exec; `release` lets it go. If Holdpoint dies between the two,
 *   the held process ends by itself. Fault: `start-refused`.
 * - `signal` reads start ticks again right before each signal and signals nothing else than the given members.
 * - started servers outlive Holdpoint; `adopt` follows one that is named by a record.
 */
export interface Supervisor {
  readonly kind: 'process';
  present(): Promise<Present>;
  prepare(definition: Definition, logFile: string): Promise<Prepared>;
  start(prepared: Prepared): Promise<Generation>;
  release(generation: Generation): Promise<void>;
  life(generation: Generation): Promise<Life>;
  signal(generation: Generation, members: readonly Member[], signal: 'TERM' | 'KILL'): Promise<SignalReport>;
  log(generation: Generation, cursor: number): Promise<LogChunk>;
  /** Follows a generation of an earlier life of Holdpoint: its log file and known members come from the journal. */
  follow(generation: Generation, logFile: string | null, members: readonly Member[]): Promise<void>;
}
