import type { Milliseconds } from '../../../core/units.ts';

/** At most `burst` starts in a window that begins with the first of them (ratelimit.c of systemd). */
export class StartLimit {
  #begin: Milliseconds | null = null;
  #count = 0;

  /** Counts one start. False: it is one too many. */
  admit(now: Milliseconds, burst: number, interval_ms: Milliseconds): boolean {
    if (burst === 0 || interval_ms === 0) return true;
    if (this.#begin === null || now - this.#begin > interval_ms) {
      this.#begin = now;
      this.#count = 1;
      return true;
    }
    this.#count += 1;
    return this.#count <= burst;
  }

  reset(): void {
    this.#begin = null;
    this.#count = 0;
  }
}
