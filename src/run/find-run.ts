import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { FaultError, fault } from '../core/fault.ts';

/** The folder of a run that is named by its id or by its folder; null: the newest. Fault: `usage`. */
export function findRun(nameOrDir: string | null, runsDir: string): string {
  if (nameOrDir?.includes('/')) return path.resolve(nameOrDir);
  const ids = listRuns(runsDir);
  const id = nameOrDir === null ? ids[0] : ids.find((known) => known === nameOrDir);
  if (id === undefined) {
    const known = ids.length === 0 ? 'there is none yet' : `known: ${ids.slice(0, 5).join(', ')}`;
    throw new FaultError(
      fault(
        'usage',
        nameOrDir === null ? `no run in ${runsDir}` : `no run ${nameOrDir} in ${runsDir} (${known})`,
      ),
    );
  }
  return path.join(runsDir, id);
}

/** Ids, newest first. */
export function listRuns(runsDir: string): readonly string[] {
  // that there is none is usual, and an exception takes long
  if (!existsSync(runsDir)) return [];
  try {
    return readdirSync(runsDir)
      .filter((id) => /^\d{8}-\d{6}-/.test(id))
      .sort()
      .reverse();
  } catch {
    return [];
  }
}
