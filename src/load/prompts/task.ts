import { FaultError, fault } from '../../core/fault.ts';

/** What is asked of the model once. */
export interface Task {
  readonly prompt: string;
  /** Tokens that the data set wants as the answer; null: it says nothing. */
  readonly output_tokens: number | null;
}

/** The tasks of a source, and what a reader must know of how they came about. */
export interface Tasks {
  readonly tasks: readonly Task[];
  readonly notes: readonly string[];
}

/** Ends with the place of a broken prompts file. Fault: `configuration`. */
export function refusePrompts(
  file: string,
  message: string,
  line: number | null = null,
  remedy = 'one JSON object a line: {"prompt": "..."}',
): never {
  const problem = { file, line, column: null, message, remedy };
  const place = line === null ? file : `${file}:${line}`;
  throw new FaultError(fault('configuration', `${place}: ${message}`, { problems: [problem] }));
}
