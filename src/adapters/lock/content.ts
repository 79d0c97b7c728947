import { FaultError, fault } from '../../core/fault.ts';
import type { LockHolder, Unrestored } from '../../ports/lock.ts';

const LONGEST_TEXT = 4096;

/** A claim's content. Fault: `permission`; a lock that is not understood may be held. */
export function asHolder(content: unknown): LockHolder {
  const { pid, start_ticks, boot_id, uid, run } = fieldsOf(content);
  if (isNumber(pid) && isNumber(start_ticks) && isText(boot_id) && isNumber(uid) && isText(run)) {
    return { pid, start_ticks, boot_id, uid, run };
  }
  throw notUnderstood('a lock');
}

/** A mark's content; `uid` is the owner of its file. */
export function asUnrestored(content: unknown, uid: number): Unrestored {
  const { run_id, dir, since } = fieldsOf(content);
  if (isText(run_id) && isText(dir) && isText(since)) return { run_id, dir, uid, since };
  throw notUnderstood('the mark of an unrestored run');
}

function fieldsOf(content: unknown): Record<string, unknown> {
  return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : {};
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}

function notUnderstood(what: string): FaultError {
  return new FaultError(fault('permission', `${what} in the folder of the locks is not understood`));
}
