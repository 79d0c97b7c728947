import { readdirSync, readFileSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;

/**
 * Descriptors that Holdpoint was given by whoever started it (`200>lock` of a script under flock): all that Node itself
 * opens close on exec. A server that outlives us must not keep them.
 */
export function inheritedDescriptors(): number[] {
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd > 3 && !closesOnExec(fd));
}

/** True also for one that is closed meanwhile. */
function closesOnExec(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'));
    return (Number.parseInt(flags?.[1] ?? '', 8) & CLOSE_ON_EXEC) !== 0;
  } catch {
    return true;
  }
}
