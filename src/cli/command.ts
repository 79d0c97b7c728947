import type { Context } from './context.ts';
import type { Options } from './options.ts';

export interface Input {
  readonly operands: readonly string[];
  readonly options: Options;
}

/** A command prints its answer and sets the exit code; a FaultError that it throws is rendered by the caller. */
export type CommandFunction = (context: Context, input: Input) => Promise<void>;
