import type { Configuration } from '../core/config/configuration.ts';
import type { Secret } from '../core/secrets.ts';
import type { JournalLine } from '../core/sweep/records.ts';
import type { Milliseconds } from '../core/units.ts';
import type { BenchMeans } from '../ports/bench-means.ts';
import type { Host } from '../ports/host.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { RunRequest, RunResult } from '../run/api.ts';
import type { Detached, DetachRequest } from '../run/detach/request.ts';
import type { OperatorInbox } from '../run/operator.ts';
import type { Ports } from '../run/ports.ts';
import type { ResumeRequest } from '../run/resume.ts';
import type { TruthMeans } from '../run/selftest/measure-point.ts';
import type { Story, StoryOptions } from './demo/story.ts';
import type { RunningCommand } from './run-command.ts';
import type { Simulation, SimulationOptions } from './simulation.ts';

export interface WireOptions {
  readonly tools_from_path: boolean;
  /** The host's own restore, should this process die. `after_ms` null: not wanted; absent: nothing is changed. */
  readonly dead_man?: { readonly after_ms: Milliseconds | null; readonly options: readonly string[] };
  /** Secrets that a run has kept. */
  readonly kept?: readonly Secret[];
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
  /** The host of the servers alone, for commands without a configuration. */
  host(): Promise<Host>;
  /** The machine on which Holdpoint itself runs: its processes hold runs, also those on a simulated host. */
  ownMachine(): Promise<Host>;
  /** What `bench` needs of the outside, and no more. */
  bench(): Promise<BenchMeans>;
  /** Where code that a model wrote may run. */
  sandbox(): Promise<Sandbox>;
  /** Gives one point of a selftest its load generator and its mock server. */
  selftest<T>(signal: AbortSignal, use: (means: TruthMeans) => Promise<T>): Promise<T>;
  /** Serves the script of a JSON text. Throws for one that is none. */
  mock(script: string, port: number): Promise<{ readonly url: string; close(): Promise<void> }>;
  /** The journal of a run, only read. Fault: `journal-failed`. */
  journal(dir: string): Promise<readonly JournalLine[]>;
  /** A simulated host that other processes can see. Fault: `usage`. */
  simulate(options: SimulationOptions): Promise<Simulation>;
  command(
    argv: readonly string[],
    env: Readonly<Record<string, string | undefined>>,
    options: { readonly own_group: boolean },
  ): Promise<RunningCommand>;
  /** A simulated host with the service of the story. Fault: `usage` (a fault that there is not). */
  story(options: StoryOptions): Promise<Story>;
  runSweep(request: RunRequest): Promise<RunResult>;
  resumeRun(request: ResumeRequest): Promise<RunResult>;
  operator(onHangup: 'continue' | 'restore'): Promise<Operator>;
  /** Starts `holdpoint ARGV` apart from this terminal, where it can under a manager that outlives the login. */
  detach(request: DetachRequest): Promise<Detached>;
  /** As a program ends that does not catch Ctrl-C: a shell then ends the script that called it, instead of going on. */
  endInterrupted(): void;
  /** SIGTERM, after the caller has verified who that is. */
  terminate(pid: number): Promise<void>;
}
