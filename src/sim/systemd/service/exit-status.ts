import type { Exit, Signal } from '../../machine.ts';
import type { ServiceDefinition } from '../unit-file/definition.ts';

/** Signal numbers of Linux on x86-64. */
export const SIGNAL_NUMBERS: Readonly<Record<Signal, number>> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  KILL: 9,
  TERM: 15,
  CONT: 18,
  STOP: 19,
};

const CLEAN_SIGNALS: readonly string[] = ['HUP', 'INT', 'TERM', 'PIPE'];

const LIBC: Readonly<Record<number, string>> = { 0: 'SUCCESS', 1: 'FAILURE' };
const LSB: Readonly<Record<number, string>> = {
  2: 'INVALIDARGUMENT',
  3: 'NOTIMPLEMENTED',
  4: 'NOPERMISSION',
  5: 'NOTINSTALLED',
  6: 'NOTCONFIGURED',
  7: 'NOTRUNNING',
};
const OWN: Readonly<Record<number, string>> = { 200: 'CHDIR', 203: 'EXEC', 217: 'USER' };

export const EXEC_FAILED = 203;
export const NO_SUCH_USER = 217;

export type ServiceResult = 'success' | 'exit-code' | 'signal' | 'timeout' | 'resources' | 'start-limit-hit';

/** `exited`, 7, `7/NOTRUNNING` or `killed`, 9, `9/KILL`: the forms in which systemd speaks of an end. */
export interface ExitDescription {
  /** CLD_EXITED is 1, CLD_KILLED 2. */
  readonly code: 1 | 2;
  readonly word: 'exited' | 'killed';
  readonly status: number;
  /** In the manager's log. */
  readonly logged: string;
  /** In `systemctl status`. */
  readonly shown: string;
  /** In the ExecStart property. */
  readonly property: string;
}

export function describeExit({ code, signal }: Exit): ExitDescription {
  if (signal !== null) {
    const status = SIGNAL_NUMBERS[signal];
    const text = `${status}/${signal}`;
    return { code: 2, word: 'killed', status, logged: text, shown: `signal=${signal}`, property: text };
  }
  const status = code ?? 255;
  const short = LIBC[status] ?? OWN[status];
  const shown = short === undefined ? `status=${status}` : `status=${status}/${short}`;
  const logged = `${status}/${short ?? LSB[status] ?? 'n/a'}`;
  return { code: 1, word: 'exited', status, logged, shown, property: String(status) };
}

/** Whether an end of the main process counts as success. */
export function judgeExit({ code, signal }: Exit, { success_statuses }: ServiceDefinition): ServiceResult {
  if (signal !== null)
    return CLEAN_SIGNALS.includes(signal) || success_statuses.includes(signal) ? 'success' : 'signal';
  return code === 0 || success_statuses.includes(String(code)) ? 'success' : 'exit-code';
}
