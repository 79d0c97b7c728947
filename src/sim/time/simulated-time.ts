import { type Timer, TimerQueue } from '../../core/timer-queue.ts';
import type { EpochMilliseconds, Milliseconds } from '../../core/units.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Cancel, SimTime } from '../machine.ts';

/** Sums of large and small times round; an event this close is due. */
const ROUNDING_MS = 1e-6;

/**
 * Simulated time over a clock. Events run when something is asked at or after their moment, each with `now` at that
 * moment, so a host that nobody looks at costs nothing. While it is held they run by themselves, on one alarm.
 *
 * It stands still until `begin`, so that a machine can be set up in its own past.
 */
export class SimulatedTime implements SimTime {
  readonly #clock: Clock;
  readonly #queue = new TimerQueue();
  /** What the clock shows at simulated time 0. */
  readonly #origin: Milliseconds;
  #now: Milliseconds;
  /** One moment is being lived through: time stands. */
  #inside = true;
  #holds = 0;
  #alarm: { readonly due: Milliseconds; readonly cancel: Cancel } | null = null;

  /** It is `past` after the moment `switched_on` when the clock is as it is now. */
  constructor(clock: Clock, switched_on: Milliseconds = 0, past: Milliseconds = 0) {
    this.#clock = clock;
    this.#now = switched_on;
    this.#origin = clock.now() - switched_on - past;
  }

  /** The machine is set up: time runs. */
  begin(): void {
    this.#inside = false;
    this.#arm();
  }

  now(): Milliseconds {
    this.settle();
    return this.#now;
  }

  wall(): EpochMilliseconds {
    const now = this.now();
    return this.#clock.wall() - (this.#clock.now() - this.#origin - now);
  }

  at(moment: Milliseconds, run: () => void): Cancel {
    const timer = this.#queue.add(Math.max(moment, this.now()), run);
    if (!this.#inside) this.#arm();
    return () => {
      timer.cancelled = true;
    };
  }

  after(delay: Milliseconds, run: () => void): Cancel {
    return this.at(this.now() + Math.max(0, delay), run);
  }

  hold(): Cancel {
    let held = true;
    this.#holds += 1;
    if (!this.#inside) this.#arm();
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      if (this.#holds === 0) this.#disarm();
    };
  }

  /** Runs what has come due. Within an event nothing: it already is. */
  settle(): void {
    if (this.#inside) return;
    const until = this.#clock.now() - this.#origin;
    if (this.#due(until) !== null) this.#live(() => this.#runUntil(until));
    this.#now = Math.max(this.#now, until);
  }

  /** A call from outside, as one moment: what is due has run before, and time stands until it returns. */
  enter<T>(run: () => T): T {
    if (this.#inside) return run();
    this.settle();
    return this.#live(run);
  }

  #live<T>(run: () => T): T {
    this.#inside = true;
    try {
      return run();
    } finally {
      this.#inside = false;
      this.#arm();
    }
  }

  #runUntil(until: Milliseconds): void {
    for (let next = this.#due(until); next !== null; next = this.#due(until)) {
      this.#queue.pop();
      this.#now = Math.max(this.#now, next.due);
      next.fire();
    }
  }

  #due(until: Milliseconds): Timer | null {
    const next = this.#queue.peek();
    return next !== null && next.due <= until + ROUNDING_MS ? next : null;
  }

  #arm(): void {
    if (this.#holds === 0) return;
    const next = this.#queue.peek();
    if (next === null || (this.#alarm !== null && this.#alarm.due <= next.due)) return;
    this.#disarm();
    const cancel = this.#clock.alarm(Math.max(0, next.due + this.#origin - this.#clock.now()), () => {
      this.#alarm = null;
      this.settle();
      this.#arm();
    });
    this.#alarm = { due: next.due, cancel };
  }

  #disarm(): void {
    this.#alarm?.cancel();
    this.#alarm = null;
  }
}
