import type { Envelope } from '../core/documents/sweep.ts';
import type { Fault } from '../core/fault.ts';
import type { Context } from './context.ts';

export interface Answer<T> {
  readonly command: string;
  /** Unless given: whether the host is a simulated one. */
  readonly simulated?: boolean;
  /** The exit code was 0. */
  readonly ok?: boolean;
  readonly data?: T;
  /** The fault that ended the command; a sweep that came to a document has both. */
  readonly error?: Fault | null;
}

/** Prints the one document of `--json`. */
export function printEnvelope<T>(context: Context, answer: Answer<T>): void {
  const { command, simulated = onSimulation(context), data, error = null } = answer;
  const envelope: Envelope<T> = {
    schema_version: 1,
    command,
    simulated,
    ok: answer.ok ?? error === null,
    ...(data === undefined ? {} : { data }),
    ...(error === null ? {} : { error }),
  };
  context.stdout.write(`${JSON.stringify(envelope, null, 2)}\n`);
}

function onSimulation({ env }: Context): boolean {
  return (env['HOLDPOINT_HOST'] ?? '') !== '';
}
