import { type Timer, TimerQueue } from '../../core/timer-queue.ts';
import type { EpochMilliseconds, Milliseconds } from '../../core/units.ts';
import { waitOn } from '../../core/wait-on.ts';
import type { Clock } from '../../ports/clock.ts';

/** How a paced clock runs from one moment on. Every process that knows it has the same time. */
export interface Pace {
  /** On the monotonic clock of the real machine. */
  readonly real_ms: Milliseconds;
  /** What the paced clock shows then. */
  readonly sim_ms: Milliseconds;
  /** Simulated seconds in a real one; above 0. */
  readonly speed: number;
  /** The wall time at which the paced clock showed 0. */
  readonly epoch_ms: EpochMilliseconds;
}

/** Time at another speed than that of the clock it is made from. The speed may change at any moment. */
export class PacedClock implements Clock {
  readonly #real: Clock;
  readonly #queue = new TimerQueue();
  #pace: Pace;
  #latest: Milliseconds;
  #halted = false;
  #ringing = false;
  #alarm: { readonly due: Milliseconds; readonly cancel: () => void } | null = null;

  constructor(real: Clock, pace: Pace) {
    this.#real = real;
    this.#pace = pace;
    this.#latest = pace.sim_ms;
  }

  get pace(): Pace {
    return this.#pace;
  }

  /** Whoever hears of a slower pace late is ahead of it, and stands until it has caught up. */
  now(): Milliseconds {
    const { real_ms, sim_ms, speed } = this.#pace;
    this.#latest = Math.max(this.#latest, sim_ms + (this.#real.now() - real_ms) * speed);
    return this.#latest;
  }

  wall(): EpochMilliseconds {
    return this.#pace.epoch_ms + this.now();
  }

  boot(): Milliseconds {
    return this.now();
  }

  alarm(ms: Milliseconds, ring: () => void): () => void {
    const timer = this.#queue.add(this.now() + Math.max(0, ms), ring);
    this.#arm();
    return () => {
      timer.cancelled = true;
      this.#arm();
    };
  }

  wait(ms: Milliseconds, signal?: AbortSignal): Promise<void> {
    return waitOn(this, ms, signal);
  }

  /** From now on at this pace: what is waited for comes sooner or later by it. */
  follow(pace: Pace): void {
    this.#pace = pace;
    this.#disarm();
    this.#arm();
  }

  /** Nothing that was waited for will come: who looks on is gone. */
  halt(): void {
    this.#halted = true;
    this.#disarm();
  }

  #arm(): void {
    if (this.#halted || this.#ringing) return;
    const next = this.#queue.peek();
    if (next === null) return this.#disarm();
    if (this.#alarm?.due === next.due) return;
    this.#disarm();
    const cancel = this.#real.alarm(this.#realTimeUntil(next), () => {
      this.#alarm = null;
      this.#ringing = true;
      this.#ring();
    });
    this.#alarm = { due: next.due, cancel };
  }

  /** By the pace and not by `now`, which may be ahead of it. */
  #realTimeUntil({ due }: Timer): Milliseconds {
    const { real_ms, sim_ms, speed } = this.#pace;
    return Math.max(0, real_ms + (due - sim_ms) / speed - this.#real.now());
  }

  /**
   * One timer at a time, and the next only after all work that it caused: where this process was late, a tool and the
   * limit on its time come due together, and the tool was done first.
   */
  #ring(): void {
    const next = this.#queue.peek();
    if (this.#halted || next === null || next.due > this.now()) {
      this.#ringing = false;
      return this.#arm();
    }
    this.#queue.pop();
    next.fire();
    setImmediate(() => this.#ring());
  }

  #disarm(): void {
    this.#alarm?.cancel();
    this.#alarm = null;
  }
}
