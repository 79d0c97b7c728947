import type { Clock } from '../../ports/clock.ts';
import type { Cancel } from '../machine.ts';
import { type Pace, PacedClock } from '../time/paced-clock.ts';

/** A paced clock that runs as fast as all who look on can take. */
export class FastClock extends PacedClock {
  readonly #real: Clock;
  readonly #speed: number;
  readonly #limits = new Set<{ readonly speed: number }>();
  readonly #listeners = new Set<(pace: Pace) => void>();

  /** `speed`: simulated seconds in a real one, while nobody asks for less. It begins at 0, at the wall time of now. */
  constructor(real: Clock, speed: number) {
    super(real, { real_ms: real.now(), sim_ms: 0, speed, epoch_ms: real.wall() });
    this.#real = real;
    this.#speed = speed;
  }

  /** No faster than `speed` until cancelled. */
  slow(speed: number): Cancel {
    const limit = { speed };
    this.#limits.add(limit);
    this.#adjust();
    return () => {
      if (this.#limits.delete(limit)) this.#adjust();
    };
  }

  /** Called at every change of speed, from inside of what changes it, until cancelled. */
  onPace(listener: (pace: Pace) => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #adjust(): void {
    const speed = Math.min(this.#speed, ...[...this.#limits].map((limit) => limit.speed));
    if (speed === this.pace.speed) return;
    const real_ms = this.#real.now();
    const { sim_ms, speed: before, real_ms: since } = this.pace;
    this.follow({ ...this.pace, real_ms, sim_ms: sim_ms + (real_ms - since) * before, speed });
    for (const listener of this.#listeners) listener(this.pace);
  }
}
