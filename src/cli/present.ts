import type { Configuration } from '../core/config/configuration.ts';
import type { Present } from '../ports/supervisor.ts';
import { followEarlier } from '../run/earlier.ts';
import type { Ports } from '../run/ports.ts';

/** What runs now; a server that an earlier run has left running is known as ours. */
export async function presentOf(
  configuration: Configuration,
  ports: Ports,
  runsDir: string,
): Promise<Present> {
  await followEarlier(configuration, runsDir, ports);
  return ports.supervisor.present();
}
