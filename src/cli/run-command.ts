import { spawn } from 'node:child_process';
import { constants } from 'node:os';

export interface RunningCommand {
  /** As a shell has it: 128 and the signal's number, 127 where there is no such program, 126 where it may not be run. */
  readonly ended: Promise<number>;
  /** Why it could not be started; null: it was. */
  failure(): string | null;
  kill(signal: NodeJS.Signals): void;
}

const FORWARDED = ['SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command with our own streams. `own_group`: apart, so that a signal reaches its children too; else it shares
 * our terminal, which tells it of Ctrl-C itself. Signals that ask us to end go on to it.
 */
export function runCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { own_group }: { readonly own_group: boolean },
): RunningCommand {
  const [file = '', ...words] = argv;
  const child = spawn(file, words, { env: { ...env }, stdio: 'inherit', detached: own_group });
  const kill = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    if (!own_group) child.kill(signal);
    else process.kill(-child.pid, signal);
  };
  let failure: string | null = null;
  const handlers = [
    ...FORWARDED.map((signal) => [signal, () => kill(signal)] as const),
    ['SIGINT', own_group ? () => kill('SIGINT') : () => {}] as const,
  ];
  for (const [signal, handler] of handlers) process.on(signal, handler);
  const ended = new Promise<number>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const missing = error.code === 'ENOENT';
      failure = missing ? 'there is no such program' : `it cannot be run (${error.code})`;
      resolve(missing ? 127 : 126);
    });
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  }).finally(() => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  });
  return { ended, failure: () => failure, kill };
}
