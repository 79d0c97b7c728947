import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Figure, Row } from './row.ts';
import { holdpoint, type Ran } from './support/command.ts';
import { Scene } from './support/scene.ts';
import { servingLog } from './support/serving-log.ts';
import { median, spread } from './support/stats.ts';

const BYTES = 200_000_000;
const RUNS = 3;
/** 60 MB/s, with the start of the process. */
const LIMIT_S = Math.floor(BYTES / 60e4) / 100;
const LIMIT_MB = 150;

export const diagnose: Row = {
  name: 'diagnose',
  how: `A log of ${BYTES / 1e6} MB, made by code: a start of SGLang on eight ranks, a night of batches and requests, then one rank out of memory. \`holdpoint diagnose --json\` and \`grep -c Error\` in turns, ${RUNS} times, the file in the page cache; the verdict is checked. Wall time with the start of the process; VmHWM`,
  async measure() {
    const scene = new Scene();
    try {
      const file = path.join(scene.folder('log'), 'server.log');
      write(file);
      const ours: Ran[] = [];
      const grep: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        grep.push(grepped(file));
        ours.push(await judged(file, scene.dir));
      }
      const wall = ours.map(({ wall_ms }) => wall_ms / 1000);
      const cpu = median(ours.map(({ cpu_ms }) => cpu_ms)) / 1000;
      const speed = BYTES / 1e6 / median(wall);
      return [
        {
          what: `${BYTES / 1e6} MB judged`,
          value: median(wall),
          unit: 's',
          limit: LIMIT_S,
          noise: spread(wall, 's', 2),
          detail: `${speed.toFixed(0)} MB/s (limit 60); CPU ${cpu.toFixed(2)} s; grep -c ${median(grep).toFixed(2)} s`,
        },
        {
          what: 'memory for it',
          value: Math.max(...ours.map(({ peak_mb }) => peak_mb)),
          unit: 'MB',
          limit: LIMIT_MB,
          noise: spread(
            ours.map(({ peak_mb }) => peak_mb),
            'MB',
          ),
          detail: 'a high-water mark',
        },
      ] satisfies Figure[];
    } finally {
      scene.remove();
    }
  },
};

function write(file: string): void {
  const to = openSync(file, 'w');
  for (const piece of servingLog(BYTES)) writeSync(to, piece);
  closeSync(to);
}

/** Wall time in s. */
function grepped(file: string): number {
  const begun = performance.now();
  const { status } = spawnSync('grep', ['-c', 'Error', file], { stdio: 'ignore' });
  if (status !== 0) throw new Error(`grep ended with ${status}`);
  return (performance.now() - begun) / 1000;
}

async function judged(file: string, folder: string): Promise<Ran> {
  const ran = await holdpoint(['diagnose', file, '--json'], folder);
  const { data } = JSON.parse(ran.stdout) as { data: { verdict: string; root: { rank: number } | null } };
  if (data.verdict !== 'failed' || data.root?.rank !== 3)
    throw new Error(`judged ${ran.stdout.slice(0, 500)}`);
  return ran;
}
