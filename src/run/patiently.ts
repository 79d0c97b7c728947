import { isLasting } from '../core/change/looks.ts';
import { PROBE_EVERY_MS } from '../core/change/transition.ts';
import { FaultError } from '../core/fault.ts';
import type { Clock } from '../ports/clock.ts';

/** A look outside of the hold points, under their rule: one that fails is repeated. Faults: those of `look`. */
export async function patiently<T>(clock: Clock, look: () => Promise<T>): Promise<T> {
  for (let looks = 1; ; looks += 1) {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof FaultError) || isLasting(error.fault, looks)) throw error;
      await clock.wait(PROBE_EVERY_MS);
    }
  }
}
