import { RealClock } from './adapters/clock/real.ts';
import type { Clock } from './ports/clock.ts';

/**
 * What makes the clock of this process. Apart from `wire.ts`: every command wants the time, and only those that touch a
 * host are to pay for the adapters. A simulated host has a clock of its own, which only `wire.ts` can open; that
 * HOLDPOINT_HOST is wrong is told when the clock is made. Fault of the clock: `usage`.
 */
export async function clockMaker(): Promise<() => Clock> {
  if ((process.env['HOLDPOINT_HOST'] ?? '') === '') return () => new RealClock();
  return (await import('./wire.ts')).simulatedClock;
}
