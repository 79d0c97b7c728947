import type { Milliseconds } from '../../core/units.ts';

export interface ToolOptions {
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Simulated time goes by. */
  wait(ms: Milliseconds): Promise<void>;
  /**
   * The tool hangs in the driver for so long (null: for ever) and shows in the process table. No signal ends it, so
   * who waits for it leaves it behind.
   */
  hang(ms: Milliseconds | null): Promise<never>;
}

export interface ToolOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that the simulated host can run for Holdpoint. Events run by themselves until it returns. */
export type Tool = (argv: readonly string[], options: ToolOptions) => Promise<ToolOutput>;
