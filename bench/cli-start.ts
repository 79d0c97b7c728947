import { spawnSync } from 'node:child_process';
import type { Figure, Row } from './row.ts';
import { CLI, childrenCpuMs } from './support/command.ts';
import { median, spread } from './support/stats.ts';

const LIMIT = 1.6;
const ROUNDS = 7;
/** In one batch, since the kernel counts the CPU time of children in steps of 10 ms. */
const STARTS = 5;

const COMMANDS = { node: ['-e', '0'], '--version': [CLI, '--version'], '--help': [CLI, '--help'] } as const;
type Name = keyof typeof COMMANDS;

export const cliStart: Row = {
  name: 'cli-start',
  how: `\`node -e 0\`, \`holdpoint --version\` and \`--help\` in turns, ${ROUNDS} batches of ${STARTS} starts each, the order turning. CPU time (user + system) of a batch; medians; ratio to \`node -e 0\``,
  async measure() {
    const cpu: Record<Name, number[]> = { node: [], '--version': [], '--help': [] };
    const wall: Record<Name, number[]> = { node: [], '--version': [], '--help': [] };
    const names = Object.keys(COMMANDS) as Name[];
    for (const name of names) start(name);
    for (let round = 0; round < ROUNDS; round++) {
      for (let turn = 0; turn < names.length; turn++) {
        const name = names[(round + turn) % names.length] ?? 'node';
        const before = childrenCpuMs();
        for (let i = 0; i < STARTS; i++) wall[name].push(start(name));
        cpu[name].push((childrenCpuMs() - before) / STARTS);
      }
    }
    return (['--version', '--help'] as const).map((name): Figure => {
      const took = (of: Record<Name, number[]>) =>
        `${median(of[name]).toFixed(0)} ms against ${median(of.node).toFixed(0)} ms`;
      return {
        what: `holdpoint ${name}`,
        value: median(cpu[name]) / median(cpu.node),
        unit: 'x',
        limit: LIMIT,
        noise: `CPU ${spread(cpu[name], 'ms')}`,
        detail: `CPU ${took(cpu)}; wall ${took(wall)} (${(median(wall[name]) / median(wall.node)).toFixed(2)} x)`,
      };
    });
  },
};

/** Wall time in ms. */
function start(name: Name): number {
  const begun = performance.now();
  const { status } = spawnSync(process.execPath, COMMANDS[name], { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${name} ended with ${status}`);
  return performance.now() - begun;
}
