import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAMS = join(import.meta.dirname, '../../fixtures/programs');

/** The path of a fixture program. */
export function program(name: string): string {
  return join(PROGRAMS, name);
}

/** A running fixture program whose first line of output was read. */
export interface Running {
  readonly pid: number;
  readonly line: string;
  readonly child: ChildProcess;
  end(): Promise<void>;
}

/** Starts a program and waits for its first line. */
export async function startProgram(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Running> {
  const child = spawn(argv[0] as string, argv.slice(1), { stdio: ['pipe', 'pipe', 'inherit'], env });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { pid: child.pid as number, line, child, end: () => kill(child) };
}

/** Ends a child and waits until it was collected. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
