import type { Host } from '../ports/host.ts';
import { type Controller, readController } from '../run/controller.ts';

/** The living process that holds the run, or null; a pid that was given to another process is nobody. */
export async function livingController(host: Host, dir: string): Promise<Controller | null> {
  const controller = readController(dir);
  if (controller === null) return null;
  const { boot_id } = await host.identity();
  const row = await host.process(controller.pid);
  const same =
    boot_id === controller.boot_id && row?.start_ticks === controller.start_ticks && row.state !== 'Z';
  return same ? controller : null;
}
