import type { PlanDocument } from '../src/core/documents/plan.ts';
import type { Figure, Row } from './row.ts';
import type { Ran } from './support/command.ts';
import { Scene } from './support/scene.ts';
import { median, spread } from './support/stats.ts';

const RUNS = 5;
const TEN = Array.from({ length: 10 }, (_, i) => i + 1);

/** 10^5 settings of a usual command, with one constraint, which keeps them all. */
const CONFIGURATION = {
  version: 1,
  name: 'grid',
  service: {
    kind: 'process',
    command: [
      '/opt/llama.cpp/llama-server',
      '-m',
      '/models/coder-30b-q4.gguf',
      '--port',
      '8080',
      '-c',
      '32768',
      '--mlock',
    ],
  },
  engine: 'llamacpp',
  endpoint: 'http://127.0.0.1:8080',
  parameters: {
    slots: { flag: '-np', values: TEN },
    batch: { flag: '-b', values: TEN.map((n) => 256 * n) },
    micro: { flag: '-ub', values: TEN.map((n) => 64 * n) },
    threads: { flag: '-t', values: TEN },
    layers: { flag: '-ngl', values: TEN.map((n) => 4 * n) },
  },
  constraints: ['slots * threads <= 100'],
  baseline: 'none',
  workloads: [
    { name: 'code', prompts: 'builtin:code', api: 'chat', concurrency: [1, 4], requests: 8, max_tokens: 64 },
  ],
};

export const plan: Row = {
  name: 'plan',
  how: `\`holdpoint plan --max-trials 200000 --limit 100 --json\` over 5 parameters of 10 values each and one constraint, as a process, ${RUNS} times; medians of its wall time and of its largest resident memory (VmHWM)`,
  async measure() {
    const scene = new Scene();
    try {
      scene.write(CONFIGURATION);
      const runs: Ran[] = [];
      for (let i = 0; i < RUNS; i++) runs.push(await planned(scene));
      const [wall, cpu, peak] = [
        runs.map((r) => r.wall_ms / 1000),
        runs.map((r) => r.cpu_ms / 1000),
        runs.map((r) => r.peak_mb),
      ];
      return [
        {
          what: 'time for 100,000 settings',
          value: median(wall),
          unit: 's',
          limit: 2,
          noise: spread(wall, 's', 2),
          detail: `CPU ${median(cpu).toFixed(2)} s`,
        },
        {
          what: 'memory for 100,000 settings',
          value: median(peak),
          unit: 'MB',
          limit: 300,
          noise: spread(peak, 'MB'),
          detail: 'largest resident memory of the process',
        },
      ] satisfies Figure[];
    } finally {
      scene.remove();
    }
  },
};

async function planned(scene: Scene): Promise<Ran> {
  const ran = await scene.holdpoint('plan', '--max-trials', '200000', '--limit', '100', '--json');
  if (ran.code !== 0)
    throw new Error(`plan ended with ${ran.code}: ${ran.stderr}${ran.stdout.slice(0, 2000)}`);
  const { data } = JSON.parse(ran.stdout) as { data: PlanDocument };
  const settings = data.trials.length + data.omitted;
  if (settings !== 100_000) throw new Error(`a plan of ${settings} settings`);
  return ran;
}
