import type { Configuration } from '../config/configuration.ts';
import type { Definition } from '../generation.ts';
import type { PlannedTrial, WorkloadPoint } from './plan.ts';

/** What a run of the plan will touch, in plain words. */
export function touchedLines(
  { endpoint, hooks }: Configuration,
  base: Definition,
  trials: readonly PlannedTrial[],
  points: readonly WorkloadPoint[],
): readonly string[] {
  const runnable = trials.filter((trial) => trial.duplicate_of === null && trial.rejected === null).length;
  const named = Object.entries(hooks)
    .filter(([, commands]) => commands.length > 0)
    .map(([name]) => name);
  return [
    `the server on ${endpoint.url} (${base.argv[0] ?? ''} in ${base.cwd}) is stopped and started for ${count(runnable, 'command')}, one after the other`,
    `while it is stopped or loads, requests to ${endpoint.url} fail`,
    `each start answers the requests of ${count(points.length, 'load point')}`,
    ...(named.length === 0 ? [] : [`your own commands are run: ${named.join(', ')}`]),
  ];
}

/** How it is undone, in plain words. */
export function undoLines({ restore }: Configuration): readonly string[] {
  const goals = {
    original: 'at the end the server is brought back as it was found (if none ran, none is left running)',
    best: 'at the end the best setting is left running',
    leave: 'at the end the server is left as the last trial ran it',
  };
  return [
    goals[restore],
    'after a fault, after Ctrl-C, and by `holdpoint restore` after a crash, the server is brought back as it was found',
  ];
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
