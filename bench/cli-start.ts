import { CLI, run } from './process.ts';
import { median, type Row, spread } from './row.ts';

const TIMES = 21;

/** Interleaved, so that noise of the machine meets all three alike. */
export async function cliStart(): Promise<readonly Row[]> {
  const commands = { node: ['-e', '0'], version: [CLI, '--version'], help: [CLI, '--help'] } as const;
  const walls: Record<keyof typeof commands, number[]> = { node: [], version: [], help: [] };
  for (let i = 0; i < TIMES; i += 1) {
    for (const name of ['node', 'version', 'help'] as const) {
      walls[name].push((await run([process.execPath, ...commands[name]])).wall_ms);
    }
  }
  const node = median(walls.node);
  return (['version', 'help'] as const).map((name) => ({
    name: `cli-start ${name}`,
    what: `holdpoint --${name} against node -e 0`,
    value: median(walls[name]) / node,
    limit: 1.6,
    unit: 'x',
    how: `medians of wall time, interleaved; node -e 0 took ${node.toFixed(0)} ms (${spread(walls.node)})`,
  }));
}
