import type { Clock } from '../ports/clock.ts';
import type { Output } from '../tui/output.ts';
import type { Services } from './services.ts';

/** Everything that a command may touch; nothing is taken from the process behind its back. */
export interface Context {
  /** What the user typed after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: string;
  /** What is piped in, for commands that read it. */
  readonly stdin: AsyncIterable<Uint8Array>;
  /** The answer. */
  readonly stdout: Output;
  /** Everything else. */
  readonly stderr: Output;
  readonly clock: Clock;
  readonly services: Services;
  /** Asks on the terminal; null where there is none to ask. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** Calls the listener on Ctrl-C until the returned function is called: for commands that only look. */
  onInterrupt(listener: () => void): () => void;
  /** Never `process.exit`: it would cut off what a pipe has not taken yet. */
  setExitCode(code: number): void;
}
