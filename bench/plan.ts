import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CLI, run } from './process.ts';
import { median, type Row, spread } from './row.ts';

const TIMES = 3;

/** Five parameters of ten values each: 100,000 points, as a user would call it. */
export async function plan(): Promise<readonly Row[]> {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdpoint-bench-'));
  const values = Array.from({ length: 10 }, (_, i) => 128 * (i + 1));
  const flags = ['-b', '-ub', '-t', '-tb', '--cache-ram'];
  const parameters = Object.fromEntries(flags.map((flag, i) => [`p${i}`, { flag, values }]));
  const workloads = [{ name: 'w', prompts: 'builtin:chat', concurrency: [1], requests: 8, max_tokens: 16 }];
  const service = { kind: 'process', command: ['/bin/llama-server', '-m', 'm.gguf'] };
  writeFileSync(
    path.join(dir, 'holdpoint.yaml'),
    JSON.stringify({
      version: 1,
      name: 'bench',
      service,
      engine: 'llamacpp',
      endpoint: 'http://127.0.0.1:8080',
      parameters,
      workloads,
    }),
  );
  const runs = [];
  for (let i = 0; i < TIMES; i += 1) {
    runs.push(
      await run([process.execPath, CLI, 'plan', '--max-trials', '200000', '--json', '--dir', dir], {
        cwd: dir,
      }),
    );
  }
  rmSync(dir, { recursive: true });
  if (runs.some(({ code }) => code !== 0)) throw new Error('plan failed');
  const walls = runs.map(({ wall_ms }) => wall_ms / 1000);
  const cpu = median(runs.map(({ cpu_ms }) => cpu_ms / 1000));
  return [
    {
      name: 'plan time',
      what: 'plan of 100,000 points',
      value: median(walls),
      limit: 2,
      unit: 's',
      how: `wall time (${spread(walls)}), CPU ${cpu.toFixed(1)} s`,
    },
    {
      name: 'plan memory',
      what: 'plan of 100,000 points',
      value: Math.max(...runs.map((r) => r.peak_mb)),
      limit: 300,
      unit: 'MB',
      how: 'VmHWM',
    },
  ];
}
