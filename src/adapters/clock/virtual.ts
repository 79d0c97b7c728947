import { TimerQueue } from '../../core/timer-queue.ts';
import type { Milliseconds } from '../../core/units.ts';
import { waitOn } from '../../core/wait-on.ts';
import type { Clock } from '../../ports/clock.ts';
import { drained, whenDrained } from './drained.ts';

/** The promise that was driven can never settle: nothing is left to run and no timer is pending. */
export class VirtualDeadlock extends Error {
  constructor(now: number) {
    super(`deadlock at ${now} ms of virtual time: the promise is pending and no timer is left`);
    this.name = 'VirtualDeadlock';
  }
}

/** Waits in real time for a step of virtual time; null: there is nothing to wait for yet. */
export type Pace = (step: Milliseconds) => Promise<void> | null;

/**
 * Time that passes only when it is told to. `run` jumps from timer to timer, one at a time and each only after all
 * work that the last one caused is done, so a run on this clock is the same in every repetition.
 *
 * Only work inside the process and on the file system is waited for; a socket or child process is not seen.
 */
export class VirtualClock implements Clock {
  readonly #timers = new TimerQueue();
  readonly #epoch: number;
  #now = 0;
  #asleep = 0;

  constructor(epoch: number = Date.UTC(2030, 0, 1)) {
    this.#epoch = epoch;
  }

  now(): number {
    return this.#now;
  }

  wall(): number {
    return this.#epoch + this.#now + this.#asleep;
  }

  boot(): number {
    return this.#now + this.#asleep;
  }

  alarm(ms: number, ring: () => void): () => void {
    const timer = this.#timers.add(this.#now + Math.max(0, ms), ring);
    return () => {
      timer.cancelled = true;
    };
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return waitOn(this, ms, signal);
  }

  /** The machine sleeps: wall and boot clock go on, `now` and the timers do not. */
  suspend(ms: number): void {
    this.#asleep += ms;
  }

  /** Passes exactly `ms`, firing what comes due on the way. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    await drained();
    for (let next = this.#timers.peek(); next !== null && next.due <= until; next = this.#timers.peek()) {
      this.#jump();
      await drained();
    }
    this.#now = until;
  }

  /**
   * Lets time pass until the promise settles; throws VirtualDeadlock where it never can. `pace` is asked before time
   * passes, and may wait so that somebody can watch.
   */
  run<T>(promise: Promise<T>, pace: Pace | null = null): Promise<T> {
    let settled = false;
    const settle = (): void => {
      settled = true;
    };
    promise.then(settle, settle);
    // Not `await` after each timer: a long run has millions of them.
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        if (settled) return resolve(promise);
        const next = this.#timers.peek();
        const wait =
          pace !== null && next !== null && next.due > this.#now ? pace(next.due - this.#now) : null;
        if (wait === null) go();
        else wait.then(() => whenDrained(() => (settled ? resolve(promise) : go())), reject);
      };
      const go = (): void => {
        try {
          if (this.#jump()) whenDrained(turn);
          else reject(new VirtualDeadlock(this.#now));
        } catch (error) {
          reject(error);
        }
      };
      whenDrained(turn);
    });
  }

  #jump(): boolean {
    const timer = this.#timers.pop();
    if (timer === null) return false;
    this.#now = Math.max(this.#now, timer.due);
    timer.fire();
    return true;
  }
}
