import type { Configuration } from '../config/configuration.ts';
import type { Definition } from '../generation.ts';
import { isRun, type PlannedTrial, type WorkloadPoint } from './plan.ts';

/** What a run of the plan will touch, in plain words. */
export function touchedLines(
  { endpoint, hooks, service }: Configuration,
  base: Definition,
  trials: readonly PlannedTrial[],
  points: readonly WorkloadPoint[],
): readonly string[] {
  const runnable = trials.filter(isRun).length;
  const named = Object.entries(hooks)
    .filter(([, commands]) => commands.length > 0)
    .map(([name]) => name);
  const program = base.argv[0] ?? '';
  const what =
    service.kind === 'systemd'
      ? `the unit ${service.unit} (${program}) on ${endpoint.url}`
      : `the server on ${endpoint.url} (${program} in ${base.cwd})`;
  return [
    `${what} is stopped and started for ${count(runnable, 'command')}, one after the other`,
    ...(service.kind === 'systemd'
      ? [`one drop-in, ${dropInOf(service)}, is written for each; no other file of the unit is changed`]
      : []),
    `while it is stopped or loads, requests to ${endpoint.url} fail`,
    `each start answers the requests of ${count(points.length, 'load point')}`,
    ...(named.length === 0 ? [] : [`your own commands are run: ${named.join(', ')}`]),
  ];
}

/** How it is undone, in plain words. */
export function undoLines({ restore, service }: Configuration): readonly string[] {
  const goals = {
    original: 'at the end the server is brought back as it was found (if none ran, none is left running)',
    best: 'at the end the best setting is left running',
    leave: 'at the end the server is left as the last trial ran it',
  };
  return [
    goals[restore],
    'after a fault, after Ctrl-C, and by `holdpoint restore` after a crash, the server is brought back as it was found',
    ...(service.kind === 'systemd'
      ? ['with that the drop-in is removed; after a reboot it is gone by itself, since it lies below /run']
      : []),
  ];
}

function dropInOf({ unit, scope }: Extract<Configuration['service'], { kind: 'systemd' }>): string {
  const folder = scope === 'system' ? '/run/systemd/system' : '$XDG_RUNTIME_DIR/systemd/user';
  return `${folder}/${unit}.d/zz-holdpoint.conf`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
