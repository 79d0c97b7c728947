import type { Exit } from './exit.ts';

/** What a service manager tells about the life of its service. */
export interface ManagerWord {
  readonly tells: 'began' | 'stop' | 'end';
  /** Of the main process, where the line says it. */
  readonly exit: Exit | null;
}

const EXITED =
  /^\S+: Main process exited, code=(?<how>exited|killed|dumped), status=(?<status>\d+)\/(?<name>\w+)/;
const FAILED = /^\S+: Failed with result '/;
const STOPPING = /^Stopping |^Stopped |^\S+: (?:Deactivated successfully|Succeeded)\b/;
const STARTING = /^Starting |^Started /;

/** Reads a line of systemd; null: it tells nothing of a life. */
export function managerWord(text: string): ManagerWord | null {
  const exited = EXITED.exec(text)?.groups;
  if (exited !== undefined) {
    const status = Number(exited.status);
    const exit =
      exited.how === 'exited' ? { code: status, signal: null } : { code: null, signal: `SIG${exited.name}` };
    return { tells: status === 0 ? 'stop' : 'end', exit };
  }
  if (FAILED.test(text)) return { tells: 'end', exit: null };
  if (STOPPING.test(text)) return { tells: 'stop', exit: null };
  return STARTING.test(text) ? { tells: 'began', exit: null } : null;
}
