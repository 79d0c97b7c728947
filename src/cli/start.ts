import { createInterface } from 'node:readline/promises';
import type { Clock } from '../ports/clock.ts';
import { quietOutput } from '../tui/output.ts';
import { cli } from './cli.ts';
import type { Context } from './context.ts';
import { realServices } from './real-services.ts';

/** One call with the real process around it. */
export async function start(argv: readonly string[]): Promise<void> {
  const { clockMaker } = await import('../wire-clock.ts');
  const makeClock = await clockMaker();
  let clock: Clock | null = null;
  const context: Context = {
    argv,
    env: process.env,
    cwd: process.cwd(),
    platform: process.platform,
    // at its first use: whoever touches it keeps the process waiting for its end
    get stdin() {
      return process.stdin;
    },
    stdout: quietOutput(process.stdout, process.env['COLUMNS']),
    stderr: quietOutput(process.stderr, process.env['COLUMNS']),
    // at its first use, so that what is wrong with HOLDPOINT_HOST is told as any other fault
    get clock() {
      clock ??= makeClock();
      return clock;
    },
    services: realServices(),
    ask: process.stdin.isTTY && process.stderr.isTTY ? ask : null,
    onInterrupt(listener) {
      process.on('SIGINT', listener);
      return () => void process.off('SIGINT', listener);
    },
    setExitCode(code) {
      process.exitCode = code;
    },
  };
  await cli(context);
}

/** On stderr, because stdout is the answer. Ctrl-C and an ended input are no yes. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    return await Promise.race([terminal.question(question), closed]);
  } finally {
    terminal.close();
  }
}
