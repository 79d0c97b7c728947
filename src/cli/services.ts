import type { Configuration } from '../core/config/configuration.ts';
import type { Host } from '../ports/host.ts';
import type { RunRequest, RunResult } from '../run/api.ts';
import type { OperatorInbox } from '../run/operator.ts';
import type { Ports } from '../run/ports.ts';

export interface WireOptions {
  readonly tools_from_path: boolean;
}

/** Signals of this process as requests of the operator, until `dispose`. */
export interface Operator extends OperatorInbox {
  dispose(): void;
}

/**
 * What reaches out of the process, so that whole commands run in tests without it. Everything is loaded when it is
 * first called: a command pays for nothing that it does not use.
 */
export interface Services {
  wire(configuration: Configuration, options: WireOptions): Promise<Ports>;
  /** The host alone, for commands without a configuration. */
  host(): Promise<Host>;
  runSweep(request: RunRequest): Promise<RunResult>;
  resumeRun(request: RunRequest & { readonly mode: 'resume' | 'restore' }): Promise<RunResult>;
  operator(onHangup: 'continue' | 'restore'): Promise<Operator>;
  /** Starts `holdpoint ARGV` apart from this terminal, its stderr into the given file. */
  detach(argv: readonly string[], logFile: string): Promise<{ readonly pid: number }>;
  /** SIGTERM, after the caller has verified who that is. */
  terminate(pid: number): Promise<void>;
}
