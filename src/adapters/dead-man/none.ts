import type { DeadMan } from '../../ports/dead-man.ts';

/** Where there can be no timer, or none is wanted: it says so instead of the timer. */
export function noDeadMan(why: string): DeadMan {
  return {
    after_ms: 0,
    obstacle: async () => why,
    arm: async () => ({ armed: false, why }),
    renew: async () => undefined,
    disarm: async () => undefined,
  };
}
