import type { Milliseconds } from '../../core/units.ts';
import type { Exit, Signal } from '../machine.ts';
import type { SimProcess } from './process.ts';

/**
 * What a signal does to a process. As on Linux, init takes none that it has no handler for, one that hangs in a driver
 * hears none, and a stopped one is ended by KILL at once and hears any other when it is continued.
 */
export function deliver(
  process: SimProcess,
  signal: Signal,
  now: Milliseconds,
  end: (exit: Exit) => void,
): void {
  if (process.pid === 1 || process.hung) return;
  if (signal === 'KILL') return end({ code: null, signal });
  if (signal === 'STOP') {
    process.accounting.run(now, false);
    return process.stop();
  }
  if (signal === 'CONT') {
    process.accounting.run(now, true);
    return process.continue();
  }
  process.whenRunning(() => {
    if (process.options.program.signal?.(signal) !== true) end({ code: null, signal });
  });
}
