import { FaultError, fault } from '../../../core/fault.ts';
import type { ExitReport } from '../../../ports/supervisor.ts';
import { readShow } from './show.ts';
import { wordsOf } from './words.ts';

export const STATE_KEYS = [
  'Id',
  'LoadState',
  'ActiveState',
  'SubState',
  'Result',
  'Type',
  'Restart',
  'FragmentPath',
  'DropInPaths',
  'ControlGroup',
  'InvocationID',
  'MainPID',
  'ExecMainPID',
  'ExecMainCode',
  'ExecMainStatus',
  'ExecMainStartTimestampMonotonic',
  'NRestarts',
  'Job',
] as const;

/** A unit as the manager sees it. */
export interface UnitState {
  readonly id: string;
  readonly load: string;
  readonly active: string;
  readonly sub: string;
  readonly result: string;
  readonly type: string;
  readonly restart: string;
  /** Empty: there is no file. */
  readonly file: string;
  readonly drop_ins: readonly string[];
  /** Empty: no process is left. */
  readonly control_group: string;
  /** Empty: never started, or nothing is remembered. */
  readonly invocation: string;
  /** 0: no main process. */
  readonly main_pid: number;
  /** The main process of the last start, also when it is gone. */
  readonly exec_pid: number;
  readonly exit: ExitReport | null;
  /** When the last main process was made, on the monotonic clock; 0: never. */
  readonly exec_started_us: number;
  /** Automatic restarts since the last start by hand. */
  readonly restarts: number;
  readonly job: string | null;
  /** Ended, and the manager will start it again by itself. */
  readonly will_restart: boolean;
}

/** Fault: `probe-failed`. */
export function readState(text: string): UnitState {
  const shown = readShow(text, STATE_KEYS);
  return {
    id: shown.Id,
    load: shown.LoadState,
    active: shown.ActiveState,
    sub: shown.SubState,
    result: shown.Result,
    type: shown.Type,
    restart: shown.Restart,
    file: shown.FragmentPath,
    drop_ins: wordsOf(shown.DropInPaths) ?? shown.DropInPaths.split(' '),
    control_group: shown.ControlGroup,
    invocation: shown.InvocationID,
    main_pid: number('MainPID', shown.MainPID),
    exec_pid: number('ExecMainPID', shown.ExecMainPID),
    exit: exitOf(number('ExecMainCode', shown.ExecMainCode), number('ExecMainStatus', shown.ExecMainStatus)),
    exec_started_us: number('ExecMainStartTimestampMonotonic', shown.ExecMainStartTimestampMonotonic),
    restarts: number('NRestarts', shown.NRestarts),
    job: shown.Job === '' || shown.Job === '0' ? null : shown.Job,
    will_restart: shown.SubState === 'auto-restart' || shown.SubState === 'auto-restart-queued',
  };
}

function number(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new FaultError(fault('probe-failed', `systemctl show gives no number for ${name}: ${text}`));
}

const SIGNALS: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  5: 'SIGTRAP',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  15: 'SIGTERM',
};

/** The codes are those of waitid(2): 1 exited, 2 killed, 3 dumped core. */
function exitOf(code: number, status: number): ExitReport | null {
  if (code === 1) return { code: status, signal: null };
  if (code === 2 || code === 3) return { code: null, signal: SIGNALS[status] ?? `signal ${status}` };
  return null;
}
