import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { ExitReport } from '../../../ports/supervisor.ts';
import { inheritedDescriptors } from './descriptors.ts';
import { throughShell } from './environment.ts';

const ENV = '/usr/bin/env';

/**
 * Waits for one word on descriptor 3, then becomes the server: same pid, same start ticks. If Holdpoint dies first,
 * the descriptor closes and the shell ends. Shell and `env` replace themselves by exec, so nothing of ours remains.
 */
const HOLDER = `read -r word <&3 && [ "$word" = go ] && exec 3<&- && exec ${ENV} "$@"`;

/** `env` would take a command with `=` in its name for an assignment; this changes nothing and runs it. */
const NICE = ['/usr/bin/nice', '-n', '0'];

/** A process that is held before exec, and afterwards the server that it became. */
export interface Held {
  readonly pid: number;
  /** How it ended; asked for only when it is known to be gone, and comes when it is collected. */
  exit(): Promise<ExitReport>;
  /** False: it was gone already. */
  release(): Promise<boolean>;
  /** Ends it before it was let go. */
  abandon(): void;
}

/** Is this still the argv of the holder, and not yet that of the server? */
export function isHolder(argv: readonly string[]): boolean {
  const [file, ...rest] = argv;
  return rest[1] === HOLDER || (file === ENV && rest.includes('--')) || (file === NICE[0] && rest[1] === '0');
}

/** Starts the holder in a session of its own; its output is appended to the open log file. */
export function hold(
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
  cwd: string,
  logDescriptor: number,
): Promise<Held> {
  const way = throughShell(environment);
  const bridge = argv[0]?.includes('=') === true ? NICE : [];
  const nothing = openSync('/dev/null', 'r+');
  try {
    const child = spawn('/bin/sh', ['-c', HOLDER, 'holdpoint-hold', ...way.arguments, ...bridge, ...argv], {
      cwd,
      env: way.shell,
      detached: true,
      stdio: descriptors(logDescriptor, nothing),
    });
    return becomesHeld(child);
  } finally {
    closeSync(nothing);
  }
}

/** What we were given and cannot take away from the child is replaced by /dev/null. */
function descriptors(log: number, nothing: number): StdioOptions {
  const stdio: (number | 'ignore' | 'pipe')[] = ['ignore', log, log, 'pipe'];
  for (const fd of inheritedDescriptors()) {
    while (stdio.length < fd) stdio.push('ignore');
    stdio[fd] = nothing;
  }
  return stdio;
}

function becomesHeld(child: ChildProcess): Promise<Held> {
  const exit = new Promise<ExitReport>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve(asHeld(child, exit)));
  });
}

function asHeld(child: ChildProcess, exit: Promise<ExitReport>): Held {
  const pipe = child.stdio[3] as Socket;
  pipe.on('error', () => {});
  pipe.unref();
  child.unref();
  return {
    pid: child.pid as number,
    exit: () => {
      // Nothing else may keep this process going until the status is there.
      child.ref();
      return exit;
    },
    release: () =>
      new Promise((resolve) => {
        pipe.write('go\n', (error) => {
          pipe.destroy();
          resolve(error === null || error === undefined);
        });
      }),
    abandon: () => pipe.destroy(),
  };
}
