import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const CLI = path.resolve('dist/cli.mjs');

export interface Ran {
  readonly wall_ms: number;
  readonly cpu_ms: number;
  /** Largest resident memory in MB (VmHWM), sampled until the end. */
  readonly peak_mb: number;
  readonly code: number | null;
}

/** Runs a program to its end and looks at it from outside. */
export function run(
  argv: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ran> {
  const began = performance.now();
  const child = spawn(argv[0] ?? '', argv.slice(1), { stdio: 'ignore', ...options });
  let peak_mb = 0;
  let cpu_ms = 0;
  const look = (): void => {
    const status = text(`/proc/${child.pid}/status`);
    peak_mb = Math.max(peak_mb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    const fields = text(`/proc/${child.pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    cpu_ms = Math.max(cpu_ms, 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)));
  };
  const timer = setInterval(look, 10);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearInterval(timer);
      resolve({ wall_ms: performance.now() - began, cpu_ms, peak_mb, code });
    });
  });
}

function text(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
