import os from 'node:os';
import { waitOn } from '../../core/wait-on.ts';
import type { Clock } from '../../ports/clock.ts';

/** The longest delay that a timer of Node can take; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The clock of the machine. `now` is the kernel's monotonic clock, so it can be compared between processes of one
 * boot, and it stands still while the machine sleeps; `boot` goes on, in steps of 10 ms.
 */
export class RealClock implements Clock {
  now(): number {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1e6;
  }

  wall(): number {
    return Date.now();
  }

  boot(): number {
    return os.uptime() * 1000;
  }

  alarm(ms: number, ring: () => void): () => void {
    const due = this.now() + ms;
    let timer: NodeJS.Timeout | undefined;
    // A timer may fire up to a millisecond early, so the clock has the last word.
    const arm = (): void => {
      const left = due - this.now();
      if (left > 0) timer = setTimeout(arm, Math.min(Math.ceil(left), LONGEST_TIMER_MS));
      else ring();
    };
    timer = setTimeout(arm, Math.min(Math.max(0, Math.ceil(ms)), LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return waitOn(this, ms, signal);
  }
}
