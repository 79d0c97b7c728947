import type { Milliseconds } from '../core/units.ts';

/** Shorter waits are saved up: a timer of the event loop is not finer than this. */
const LEAST_WAIT_MS = 4;
/** Further behind than this, the watcher's time is let go: no race to catch up. */
const MOST_BEHIND_MS = 200;

/**
 * Paces virtual time for somebody who watches: `speed` simulated seconds go by in a real one, asked anew for each step.
 * Simulated times do not depend on how busy the machine is; only the watching takes longer.
 */
export function pacedBy(speed: () => number): (step: Milliseconds) => Promise<void> | null {
  let due = performance.now();
  return (step) => {
    due += step / speed();
    const now = performance.now();
    if (now - due > MOST_BEHIND_MS) due = now;
    const wait = due - now;
    return wait < LEAST_WAIT_MS ? null : new Promise((resolve) => setTimeout(resolve, wait));
  };
}
