import { sameDefinition } from '../../core/change/same-definition.ts';
import type { Configuration } from '../../core/config/configuration.ts';
import type { Definition } from '../../core/generation.ts';
import { shellWord } from '../../core/plan/shell.ts';
import type { Promoted, Promotion } from '../../core/promoted.ts';
import type { Present } from '../../ports/supervisor.ts';
import { runWord } from './swept.ts';

type Unit = Extract<Configuration['service'], { kind: 'systemd' }>;

/** What happens to the files and to whatever runs, in plain words. */
export function effectLines(
  { before, after }: Promotion,
  definition: Definition,
  { generation, definition: running }: Present,
  { endpoint }: Configuration,
): readonly string[] {
  const file =
    after === null
      ? `${before?.file} is removed`
      : `${after.file} is written; no other file of the unit is changed`;
  const replaced =
    before === null || after === null
      ? []
      : [`it takes the place of ${before.file} (run ${before.run_id}, setting ${before.trial})`];
  const lasts =
    after === null
      ? []
      : [after.persist ? 'it outlives a reboot' : 'a reboot takes it away; --persist keeps it'];
  return [
    file,
    ...replaced,
    ...lasts,
    serverLine(generation?.pid ?? null, running, definition, endpoint.url),
  ];
}

function serverLine(pid: number | null, running: Definition | null, wanted: Definition, url: string): string {
  if (pid === null) return 'nothing of the service runs: its server is started, and stays';
  if (running !== null && sameDefinition(running, wanted))
    return `the server (pid ${pid}) runs with exactly this already: it is not started again`;
  return `the server (pid ${pid}) is stopped, and a new one is started and proved; until then requests to ${url} fail`;
}

/** The command that undoes it, and the same without Holdpoint. */
export function undoCommands(dir: string, { unit, scope }: Unit, { file }: Promoted): readonly string[] {
  const systemctl = scope === 'user' ? 'systemctl --user' : 'systemctl';
  const name = shellWord(unit);
  return [
    `holdpoint promote ${runWord(dir)} --undo`,
    `${systemctl} stop ${name}`,
    `rm ${shellWord(file)}`,
    `${systemctl} daemon-reload`,
    `${systemctl} start ${name}`,
  ];
}
