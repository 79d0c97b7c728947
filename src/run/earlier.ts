import path from 'node:path';
import type { Configuration } from '../core/config/configuration.ts';
import { replay } from '../core/sweep/replay.ts';
import type { StoredRun } from './api.ts';
import { listRuns } from './find-run.ts';
import type { Ports } from './ports.ts';
import { serviceKey } from './service-key.ts';
import { readDocument } from './store.ts';

const RUNS_LOOKED_AT = 50;

/**
 * A server that an earlier run left running (an `apply`, `restore: best`) is ours: its record is in that run's journal.
 * The newest run on the same service is enough, because it followed the ones before it.
 */
export async function followEarlier(
  service: Pick<Configuration, 'endpoint' | 'service'>,
  runsDir: string,
  ports: Ports,
): Promise<void> {
  for (const id of listRuns(runsDir).slice(0, RUNS_LOOKED_AT)) {
    const dir = path.join(runsDir, id);
    const earlier = readDocument<StoredRun>(dir, 'plan.json');
    if (earlier === null || serviceKey(earlier.configuration) !== serviceKey(service)) continue;
    const lines = await ports.readJournal(dir).catch(() => []);
    const { generations } = replay(earlier, lines);
    for (const own of generations) await ports.supervisor.follow(own.generation, own.log_file, own.members);
    if (generations.length > 0) return;
  }
}
