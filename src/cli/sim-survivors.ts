import { visible } from '../core/visible.ts';
import type { Context } from './context.ts';

/**
 * Names the processes that were started for a simulated host and have outlived it. true: there are some, so that its
 * folder must stay: without the programs in it they would find those of the real machine.
 */
export async function tellSurvivors(context: Context, dir: string): Promise<boolean> {
  if (context.platform !== 'linux') return false;
  const machine = await context.services.ownMachine();
  const rows = await Promise.all(
    (await machine.processes()).map(async (row) => {
      const env = row.pid === process.pid ? null : await machine.environment(row.pid);
      return env?.['HOLDPOINT_HOST'] === `sim:${dir}` ? [row] : [];
    }),
  );
  const survivors = rows.flat();
  for (const { pid, argv } of survivors)
    context.stderr.write(`pid ${pid} still runs: ${visible(argv.join(' ').slice(0, 100))}\n`);
  if (survivors.length > 0)
    context.stderr.write(
      `from now on systemctl and its like refuse in it; remove ${dir} when it has ended\n`,
    );
  return survivors.length > 0;
}
