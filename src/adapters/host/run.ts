import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { FaultError, fault } from '../../core/fault.ts';
import type { RunOptions, RunResult } from '../../ports/host.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
const LARGEST_OUTPUT = 8 * 1024 * 1024;

/** How long a killed tool may take to die, and a dead tool's pipes to close, before it is left behind. */
const GRACE_MS = 500;

/**
 * Runs a short tool without a shell. Its environment is built from nothing. A tool that does not return is killed, and
 * left behind where it cannot be (a driver call that hangs): then `timed_out` is true, `code` and `signal` are null.
 */
export function runTool(argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const [file = '', ...rest] = argv;
  if (!isAbsolute(file)) throw failed(argv, 'a tool is run by its absolute path only');
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const tool = spawn(file, rest, {
      env: { LC_ALL: 'C', PATH: rootFolders().join(':'), ...options.env },
      cwd: options.cwd ?? '/',
      stdio: 'pipe',
      detached: true,
    });
    const output = collect(tool, () => reject(failed(argv, 'the output is larger than 8 MiB')));
    let timedOut = false;
    let grace: NodeJS.Timeout | undefined;
    const timer = setTimeout(() => {
      timedOut = true;
      tool.kill('SIGKILL');
      grace = setTimeout(() => end(null, null), GRACE_MS);
    }, options.timeout_ms ?? DEFAULT_TIMEOUT_MS);
    const end = (code: number | null, signal: string | null): void => {
      clearTimeout(timer);
      clearTimeout(grace);
      abandon(tool);
      resolve({ argv, code, signal, ...output(), timed_out: timedOut, took_ms: performance.now() - begun });
    };
    tool.on('error', (error) => {
      clearTimeout(timer);
      reject(failed(argv, error.message));
    });
    // A grandchild may hold the pipes for ever, so their end is not waited for longer than the grace.
    tool.on('exit', (code, signal) => {
      clearTimeout(grace);
      grace = setTimeout(() => end(code, signal), GRACE_MS);
      tool.on('close', () => end(code, signal));
    });
    tool.stdin.on('error', () => {});
    tool.stdin.end(options.stdin ?? '');
  });
}

function collect(
  tool: ChildProcessWithoutNullStreams,
  tooMuch: () => void,
): () => { stdout: string; stderr: string } {
  const parts = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  let size = 0;
  for (const name of ['stdout', 'stderr'] as const) {
    tool[name].on('data', (part: Buffer) => {
      size += part.length;
      if (size <= LARGEST_OUTPUT) parts[name].push(part);
      else {
        tool.kill('SIGKILL');
        tooMuch();
      }
    });
  }
  return () => ({
    stdout: Buffer.concat(parts.stdout).toString('utf8'),
    stderr: Buffer.concat(parts.stderr).toString('utf8'),
  });
}

function abandon(tool: ChildProcessWithoutNullStreams): void {
  tool.removeAllListeners('close');
  for (const stream of [tool.stdin, tool.stdout, tool.stderr]) stream.destroy();
  tool.unref();
}

/** Where a tool looks for further tools: folders that only root can write. */
function rootFolders(): string[] {
  return ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'].filter((folder) => {
    const facts = statSync(folder, { throwIfNoEntry: false });
    return facts?.isDirectory() === true && facts.uid === 0 && (facts.mode & 0o022) === 0;
  });
}

function failed(argv: readonly string[], text: string): FaultError {
  const evidence = [{ kind: 'tool', text: `${argv.join(' ')}: ${text}` }];
  return new FaultError(fault('probe-failed', `the tool ${argv[0] ?? ''} could not be run`, { evidence }));
}
