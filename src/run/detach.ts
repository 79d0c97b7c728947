import { spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';

/**
 * Starts `holdpoint ARGV` apart from this terminal: a session of its own, no terminal, output into the given file.
 * Managers that outlive a login come with a later version.
 */
export function detach(
  program: string,
  argv: readonly string[],
  logFile: string,
  cwd: string,
): Promise<{ readonly pid: number }> {
  const log = openSync(
    logFile,
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW,
    0o600,
  );
  try {
    const child = spawn(process.execPath, [program, ...argv], {
      detached: true,
      stdio: ['ignore', log, log],
      cwd,
    });
    child.unref();
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('spawn', () => resolve({ pid: child.pid ?? 0 }));
    });
  } finally {
    closeSync(log);
  }
}
