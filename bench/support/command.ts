import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const CLI = path.resolve(import.meta.dirname, '../../dist/cli.mjs');
const PEAK = path.resolve(import.meta.dirname, '../fixtures/peak.mjs');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly wall_ms: number;
  readonly cpu_ms: number;
  readonly peak_mb: number;
}

/** Runs `holdpoint ARGS` as its users do, and asks the process itself what it took. `folder` is its home. */
export function holdpoint(args: readonly string[], folder: string): Promise<Ran> {
  const report = path.join(folder, 'peak.json');
  const env = { ...process.env, HOME: folder, HOLDPOINT_BENCH_PEAK: report };
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', PEAK, CLI, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const wall_ms = performance.now() - begun;
      const { cpu_ms, peak_kib } = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
      const peak_mb = ((peak_kib ?? 0) * 1024) / 1e6;
      resolve({ code, stdout, stderr, wall_ms, cpu_ms: cpu_ms ?? 0, peak_mb });
    });
  });
}

/** CPU time of all children that have ended, in ms; the kernel shows it in steps of 10. */
export function childrenCpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
