import { waitOn } from '../../core/wait-on.ts';
import type { Clock } from '../../ports/clock.ts';
import { PacedClock } from '../time/paced-clock.ts';
import type { Connection } from './connection.ts';
import type { SimFolder } from './folder.ts';

/**
 * The clock of the simulated host of another process. Nothing is read before it is first looked at, which throws the
 * fault `usage` where no simulation runs.
 */
export class RemoteClock implements Clock {
  readonly #real: Clock;
  readonly #folder: SimFolder;
  readonly #connection: Connection;
  #opened: PacedClock | null = null;

  constructor(real: Clock, folder: SimFolder, connection: Connection) {
    this.#real = real;
    this.#folder = folder;
    this.#connection = connection;
  }

  get speed(): number {
    return this.#clock().pace.speed;
  }

  now(): number {
    return this.#clock().now();
  }

  wall(): number {
    return this.#clock().wall();
  }

  boot(): number {
    return this.#clock().boot();
  }

  /** Whoever waits must hear of a change of speed. */
  alarm(ms: number, ring: () => void): () => void {
    const clock = this.#clock();
    this.#connection.open();
    const back = this.#folder.presence.away();
    const cancel = clock.alarm(ms, () => {
      back();
      ring();
    });
    return () => {
      back();
      cancel();
    };
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return waitOn(this, ms, signal);
  }

  #clock(): PacedClock {
    if (this.#opened !== null) return this.#opened;
    const clock = new PacedClock(this.#real, this.#folder.pace());
    this.#connection.onPace((pace) => clock.follow(pace));
    this.#opened = clock;
    return clock;
  }
}
