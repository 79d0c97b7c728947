import { duration } from '../report/format.ts';
import type { Ports } from '../run/ports.ts';
import type { Context } from './context.ts';

/** What becomes of the original should Holdpoint die, for the plan and the first lines; null: nothing is special here. */
export async function deadManWords({ dead_man }: Pick<Ports, 'dead_man'>): Promise<string | null> {
  if (dead_man === undefined) return null;
  const why = await dead_man.obstacle();
  if (why !== null)
    return `should Holdpoint itself die, only \`holdpoint restore\` brings it back: no dead-man timer, ${why}`;
  const after = duration(dead_man.after_ms / 1000);
  return `should Holdpoint itself die, a timer of systemd brings it back ${after} after its last sign of life`;
}

/** Said before a run begins, where nothing of the host would bring the original back. */
export async function sayNoDeadMan({ stderr }: Context, ports: Pick<Ports, 'dead_man'>): Promise<void> {
  if (await ports.dead_man?.obstacle()) stderr.write(`${await deadManWords(ports)}\n`);
}
