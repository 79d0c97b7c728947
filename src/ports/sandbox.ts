import type { Bytes, Milliseconds } from '../core/units.ts';

/** What one program may use. All its processes end when the first bound of time or output is reached. */
export interface SandboxLimits {
  /** From its start, whatever it does. */
  readonly wall_ms: Milliseconds;
  /** Of the processor, for each process, in seconds. */
  readonly cpu_s: number;
  /** Address space of each process. */
  readonly memory_bytes: Bytes;
  /** Processes and threads together. */
  readonly processes: number;
  /** stdout and stderr together. */
  readonly output_bytes: Bytes;
  /** Its private folder for files, all together; the same again for shared memory. */
  readonly files_bytes: Bytes;
}

export interface SandboxResult {
  /** `exit`: by itself, or by a limit of the kernel (then `code` is above 128); the others name the bound that ended it. */
  readonly ended: 'exit' | 'wall' | 'output';
  /** Exit code; 128 + the number of a signal that ended it. null: it was ended from outside. */
  readonly code: number | null;
  /** stdout and stderr in the order in which they came, at most `output_bytes`. Foreign text. */
  readonly output: string;
  readonly took_ms: Milliseconds;
}

/**
 * Where code that a model wrote may run: without network, with nothing of this machine but its programs to read, and
 * nothing to write, reach or signal outside. There is no other way to run such code.
 */
export interface Sandbox {
  /** In words, for people. */
  readonly name: string;
  /** Tries it for real. null: it holds; else what does not, in words. */
  obstacle(): Promise<string | null>;
  /**
   * Runs one Python program to its end, within what small problems need unless told otherwise; nothing of it lives when
   * this resolves. Fault: `sandbox-unavailable` (it could not
   * be started, or not be ended).
   */
  run(program: string, limits?: SandboxLimits): Promise<SandboxResult>;
}
