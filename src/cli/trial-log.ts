import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suggest } from '../core/config/did-you-mean.ts';
import { FaultError, fault } from '../core/fault.ts';
import type { StoredRun } from '../run/api.ts';

export interface TrialLog {
  readonly trial: string;
  readonly start: number;
  readonly file: string;
}

/** Where the log of a start lies; computed from the plan, never read from the run folder. Fault: `usage`. */
export function trialLog(
  dir: string,
  stored: StoredRun,
  trial: string | undefined,
  start: number | undefined,
): TrialLog {
  const names = stored.plan.trials.map((planned) => planned.name);
  if (trial === undefined) {
    const last = names.findLast((name) => startsOf(folderOf(dir, names, name)).length > 0);
    if (last === undefined)
      throw new FaultError(fault('usage', `run ${stored.id} has not started any server`));
    return trialLog(dir, stored, last, start);
  }
  if (!names.includes(trial)) {
    throw new FaultError(
      fault('usage', `run ${stored.id} has no trial \`${trial}\``, { hint: suggest(trial, names) }),
    );
  }
  const folder = folderOf(dir, names, trial);
  const starts = startsOf(folder);
  const wanted = start ?? starts.at(-1);
  if (wanted === undefined || !starts.includes(wanted)) {
    const hint = starts.length === 0 ? 'it was not started in this run' : `there is: ${starts.join(', ')}`;
    throw new FaultError(fault('usage', `trial ${trial} has no start ${wanted ?? ''}`.trimEnd(), { hint }));
  }
  return { trial, start: wanted, file: join(folder, `start-${wanted}`, 'server.log') };
}

function folderOf(dir: string, names: readonly string[], trial: string): string {
  return join(dir, 'trials', `${String(names.indexOf(trial) + 1).padStart(2, '0')}-${trial}`);
}

function startsOf(folder: string): number[] {
  try {
    const numbers = readdirSync(folder).map((name) => /^start-(\d{1,4})$/.exec(name)?.[1]);
    return numbers
      .filter((text) => text !== undefined)
      .map(Number)
      .sort((a, b) => a - b);
  } catch {
    return [];
  }
}
