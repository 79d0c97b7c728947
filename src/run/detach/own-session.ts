import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';

export interface OwnSession {
  /** File and arguments. */
  readonly words: readonly string[];
  /** Descriptor of the open log file; it is closed. */
  readonly log: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Starts a command apart from this terminal: a session of its own, no terminal, output into the log. Its pid. */
export function ownSession({ words, log, cwd, env }: OwnSession): Promise<number> {
  const [file = '', ...rest] = words;
  try {
    const child = spawn(file, rest, { detached: true, stdio: ['ignore', log, log], cwd, env: { ...env } });
    child.unref();
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('spawn', () => resolve(child.pid ?? 0));
    });
  } finally {
    closeSync(log);
  }
}
