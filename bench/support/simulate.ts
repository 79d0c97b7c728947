import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LARGEST_OUTPUT = 16 * 1024 * 1024;

/** One sweep over the simulated host. */
export interface Simulated {
  readonly wall_ms: number;
  readonly cpu_ms: number;
  readonly simulated_s: number;
  readonly records: number;
}

/** Sweeps one after the other in one process of their own: those of the story, or over six settings. */
export function simulate(what: 'story' | 'six', count: number): readonly Simulated[] {
  const args = ['--import', './scripts/ts.mjs', 'bench/fixtures/simulate.ts', what, String(count)];
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: LARGEST_OUTPUT } as const;
  return JSON.parse(execFileSync(process.execPath, args, options)) as Simulated[];
}
