import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Figure, Row } from './row.ts';
import { median, spread } from './support/stats.ts';

const SCHEDULES = 2_000;
const ALL = 20_000;
const CORES = 2;
const RUNS = 3;
const ROOT = path.resolve(import.meta.dirname, '..');

interface Played {
  readonly wall_ms: number;
  readonly cpu_ms: number;
  readonly calls: number;
}

export const schedules: Row = {
  name: 'schedules',
  how: `${SCHEDULES.toLocaleString('en')} random schedules of test/property in one process, warm-up of the compiler included, ${RUNS} processes with other seeds; median wall time, extrapolated to ${ALL.toLocaleString('en')} over ${CORES} cores. Plain Node: the test runner takes about a third more`,
  async measure() {
    const runs = Array.from({ length: RUNS }, (_, i) => played(i + 1));
    const seconds = (of: readonly number[]) => of.map((ms) => (ms / 1000 / SCHEDULES) * (ALL / CORES));
    const wall = seconds(runs.map((r) => r.wall_ms));
    const cpu = seconds(runs.map((r) => r.cpu_ms));
    const each = median(runs.map((r) => r.cpu_ms / SCHEDULES));
    const calls = median(runs.map((r) => r.calls / SCHEDULES));
    return [
      {
        what: `${ALL.toLocaleString('en')} random schedules over ${CORES} cores`,
        value: median(wall),
        unit: 's',
        limit: 60,
        noise: spread(wall, 's', 1),
        detail: `CPU ${median(cpu).toFixed(1)} s; ${each.toFixed(2)} ms of CPU each, for ${calls.toFixed(0)} port calls and appends`,
      },
    ] satisfies Figure[];
  },
};

function played(seed: number): Played {
  const args = ['--import', './scripts/ts.mjs', 'bench/fixtures/play.ts', String(SCHEDULES), String(seed)];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })) as Played;
}
