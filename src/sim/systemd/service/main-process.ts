import type { Exit, Machine, Program, Self } from '../../machine.ts';
import type { Fields, Journal } from '../journal/journal.ts';
import { OutputStream } from '../journal/stream.ts';
import type { Command } from '../unit-file/command.ts';
import { expandCommand } from '../unit-file/expand-variables.ts';
import type { LoadedUnit } from '../unit-file/load-unit.ts';
import { commandName } from './control-group.ts';
import { MANAGER_ENVIRONMENT } from './environment-block.ts';
import { EXEC_FAILED, NO_SUCH_USER } from './exit-status.ts';
import type { User } from './users.ts';

/** Makes the program of an executable for one process. */
export type Executables = Readonly<Record<string, (argv: readonly string[]) => Program>>;

export interface Launch {
  readonly unit: LoadedUnit;
  readonly command: Command;
  readonly env: Readonly<Record<string, string>>;
  readonly invocation: string;
  /** null: User= names nobody. */
  readonly user: User | null;
  readonly cgroup: string;
  readonly exited: (exit: Exit) => void;
}

export interface MainProcess {
  readonly self: Self;
  readonly stream: OutputStream;
  /** Lets what it has written so far, and from now on, into the journal. */
  readonly open: () => void;
  /** The command could not be executed: the process is only the child that says so and ends. */
  readonly failed: boolean;
}

/** Forks the main process of a service; its output goes into the journal. */
export function launch(
  { kernel }: Pick<Machine, 'kernel'>,
  journal: Journal,
  execs: Executables,
  wanted: Launch,
): MainProcess {
  const { unit, command, env, user, cgroup } = wanted;
  const argv = expandCommand(command, env);
  const factory = execs[locate(command.path, execs)];
  const failure = user === null ? 'USER' : factory === undefined ? 'EXEC' : null;
  const program: Program =
    failure === null && factory !== undefined
      ? factory(argv)
      : { start: (self) => self.exit(failureCode(failure)) };
  let open: OutputStream | null = null;
  const early: string[] = [];
  const self = kernel.spawn({
    argv: failure === null ? argv : [`(${command.path.slice(-8)})`],
    env,
    cwd: unit.definition.working_directory?.replace(/^-/, '').replace(/^~$/, user?.home ?? '/') ?? '/',
    uid: user?.uid ?? 0,
    user: user?.name ?? 'root',
    parent: 1,
    session: 'new',
    cgroup,
    program,
    output: (text) => (open === null ? early.push(text) : open.write(text)),
    exited: wanted.exited,
  });
  const stream = new OutputStream(journal, streamFields(wanted, argv, self.pid));
  if (failure !== null) logFailure(journal, wanted, failure, self.pid);
  return {
    self,
    stream,
    failed: failure !== null,
    open() {
      for (const text of early) stream.write(text);
      open = stream;
    },
  };
}

/** A name without a slash is looked for in the manager's PATH. */
function locate(path: string, execs: Executables): string {
  if (path.startsWith('/')) return path;
  const folders = MANAGER_ENVIRONMENT.PATH.split(':');
  return (
    folders.map((folder) => `${folder}/${path}`).find((candidate) => execs[candidate] !== undefined) ?? path
  );
}

function failureCode(failure: 'USER' | 'EXEC' | null): number {
  return failure === 'USER' ? NO_SUCH_USER : EXEC_FAILED;
}

function streamFields(
  { unit, invocation, user, cgroup }: Launch,
  argv: readonly string[],
  pid: number,
): Fields {
  const comm = commandName({ argv });
  return {
    SYSLOG_IDENTIFIER: unit.definition.syslog_identifier ?? comm,
    SYSLOG_FACILITY: '3',
    _TRANSPORT: 'stdout',
    _PID: String(pid),
    _UID: String(user?.uid ?? 0),
    _COMM: comm,
    _EXE: argv[0] ?? '',
    _CMDLINE: argv.join(' '),
    _SYSTEMD_CGROUP: cgroup,
    _SYSTEMD_UNIT: unit.name,
    _SYSTEMD_SLICE: 'system.slice',
    _SYSTEMD_INVOCATION_ID: invocation,
  };
}

/** What the forked child, still systemd's own code, says before it ends. */
function logFailure(journal: Journal, wanted: Launch, step: 'USER' | 'EXEC', pid: number): void {
  const { unit, command, invocation, cgroup } = wanted;
  const reason = step === 'USER' ? 'No such process' : 'No such file or directory';
  const first =
    step === 'USER' ? 'Failed to determine user credentials' : `Failed to locate executable ${command.path}`;
  for (const text of [`${first}: ${reason}`, `Failed at step ${step} spawning ${command.path}: ${reason}`])
    journal.append({
      MESSAGE: `${unit.name}: ${text}`,
      PRIORITY: '3',
      SYSLOG_IDENTIFIER: `(${command.path.slice(-8)})`,
      SYSLOG_FACILITY: '3',
      EXECUTABLE: command.path,
      UNIT: unit.name,
      INVOCATION_ID: invocation,
      _TRANSPORT: 'journal',
      _PID: String(pid),
      _UID: '0',
      _SYSTEMD_CGROUP: cgroup,
      _SYSTEMD_UNIT: unit.name,
      _SYSTEMD_INVOCATION_ID: invocation,
    });
}
