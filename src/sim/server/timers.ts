import type { Milliseconds } from '../../core/units.ts';
import type { Cancel, SimTime } from '../machine.ts';

/** What one life of the server still has before it. When that life ends or stalls, all of it is called off at once. */
export class Timers {
  readonly #time: SimTime;
  readonly #pending = new Set<Cancel>();

  constructor(time: SimTime) {
    this.#time = time;
  }

  after(delay: Milliseconds, run: () => void): Cancel {
    const stop = this.#time.after(delay, () => {
      this.#pending.delete(cancel);
      run();
    });
    const cancel = () => {
      this.#pending.delete(cancel);
      stop();
    };
    this.#pending.add(cancel);
    return cancel;
  }

  clear(): void {
    for (const cancel of [...this.#pending]) cancel();
  }
}
