import { dirname, join } from 'node:path';
import { shellWord } from '../../core/plan/shell.ts';
import { replay } from '../../core/sweep/replay.ts';
import type { SweepState } from '../../core/sweep/state.ts';
import { visible } from '../../core/visible.ts';
import type { StoredRun } from '../../run/api.ts';
import { listRuns } from '../../run/find-run.ts';
import type { Ports } from '../../run/ports.ts';
import { openRun, readDocument } from '../../run/store.ts';
import type { Context } from '../context.ts';
import type { Options } from '../options.ts';
import { chosenRun, runsFolder } from '../runs-folder.ts';
import { usage } from '../usage.ts';
import { changing } from '../wire-options.ts';

/** A sweep as its folder tells it. */
export interface Swept {
  readonly dir: string;
  readonly runs_dir: string;
  readonly stored: StoredRun;
  readonly state: SweepState;
  readonly ports: Ports;
}

/** The sweep of that id or folder; without a name the newest one. Fault: `usage`, for what is no sweep of this host. */
export async function sweptRun(context: Context, options: Options, name: string | undefined): Promise<Swept> {
  const dir = name === undefined ? newestSweep(context, options) : chosenRun(context, options, name);
  const stored = openRun(dir);
  refuseOther(stored);
  const ports = await context.services.wire(stored.configuration, changing(options));
  const lines = await ports.readJournal(dir);
  const begun = lines.map(({ record }) => record).find((record) => record.type === 'sweep.begun');
  if (begun === undefined) throw usage(`run ${stored.id} has not begun`, 'start a sweep first');
  if (begun.simulated && !ports.host.simulated)
    throw usage(
      `run ${stored.id} was made on a simulated host, and this is a real one`,
      'set HOLDPOINT_HOST as `holdpoint sim` says, while that simulation runs; numbers of it say nothing of this host',
    );
  if (!begun.simulated && ports.host.simulated)
    throw usage(
      `run ${stored.id} was made on a real host, and this is a simulated one`,
      'unset HOLDPOINT_HOST',
    );
  const state = replay(stored, lines);
  return { dir, runs_dir: dirname(dir), stored, state, ports };
}

/** As it may be pasted behind `holdpoint COMMAND`. */
export function runWord(dir: string): string {
  return shellWord(visible(dir));
}

/** An `apply`, and what `promote` itself has run, is newer and is not meant. */
function newestSweep(context: Context, options: Options): string {
  const folder = runsFolder(context, options);
  const isSweep = (id: string) => readDocument<StoredRun>(join(folder, id), 'plan.json')?.command === 'sweep';
  const id = listRuns(folder).find(isSweep);
  if (id === undefined) throw usage(`no sweep in ${folder}`, 'name its folder, or --dir');
  return join(folder, id);
}

function refuseOther({ id, command, promotion }: StoredRun): void {
  if (command === 'sweep') return;
  const of = promotion?.after ?? promotion?.before;
  if (of != null)
    throw usage(
      `run ${id} is itself one of \`promote\``,
      `name the sweep: \`holdpoint promote ${of.run_id}\``,
    );
  throw usage(`run ${id} is an \`apply\`: it has compared nothing`, 'name a sweep');
}
