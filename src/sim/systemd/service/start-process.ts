import type { Exit, Machine } from '../../machine.ts';
import type { Journal } from '../journal/journal.ts';
import type { LoadedUnit } from '../unit-file/load-unit.ts';
import { type ControlGroup, commandName } from './control-group.ts';
import { environmentBlock } from './environment-block.ts';
import { type Executables, launch, type MainProcess } from './main-process.ts';
import { findUser, type User } from './users.ts';

export interface StartRequest {
  readonly machine: Machine;
  readonly journal: Journal;
  readonly execs: Executables;
  readonly unit: LoadedUnit;
  readonly cgroup: ControlGroup;
  readonly invocation: string;
  readonly log: (priority: number, text: string) => void;
  readonly exited: (exit: Exit) => void;
}

const UNCLEAN =
  'This usually indicates unclean termination of a previous run, or service implementation deficiencies.';

/** Stands in where User= names nobody: the process ends before it could be anybody. */
const NOBODY: User = { name: 'nobody', uid: 65534, home: '/', shell: '/usr/sbin/nologin' };

/** Makes the main process of a service. null: it could not even be forked, because something it needs is missing. */
export function startProcess(request: StartRequest): MainProcess | null {
  const { machine, journal, execs, unit, cgroup, invocation, log, exited } = request;
  const { definition, name } = unit;
  const command = definition.commands[0];
  for (const view of cgroup.members()) {
    const process = `${view.pid} (${commandName(view)})`;
    log(4, `${name}: Found left-over process ${process} in control group while starting unit. Ignoring.`);
    log(4, UNCLEAN);
  }
  const user = findUser(machine.files, definition.user);
  const block = environmentBlock(machine.files, definition, user ?? NOBODY, invocation);
  if (block === null || command === undefined) {
    log(3, `${name}: Failed to load environment files: No such file or directory`);
    log(4, `${name}: Failed to run 'start' task: No such file or directory`);
    return null;
  }
  for (const { path, assignment } of block.invalid)
    log(4, `${name}: Ignoring invalid environment assignment '${assignment}': ${path}`);
  return launch(machine, journal, execs, {
    unit,
    command,
    env: block.env,
    invocation,
    user,
    cgroup: cgroup.path,
    exited,
  });
}
