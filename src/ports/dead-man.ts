import type { Milliseconds } from '../core/units.ts';

/** The turn of a run that is watched: when it gives no sign of life, `dead-man DIR --fence N` is run. */
export interface Watched {
  readonly run_id: string;
  /** Absolute path of the run folder. */
  readonly dir: string;
  readonly fence: number;
}

export type Armed =
  | {
      readonly armed: true;
      /** By its name on the host, so that people find it. */
      readonly timer: string;
      /** What it does not protect from; null: nothing to say. */
      readonly weakness: string | null;
    }
  | {
      readonly armed: false;
      /** In words, for whoever has to bring the original back by hand then. */
      readonly why: string;
    };

/**
 * A timer of the host itself, outside of this process, that restores a run whose process gives no sign of life.
 *
 * Contract: it fires `after_ms` after `arm` or the last `renew`, whatever has become of this process, and not after
 * `disarm`. A reboot takes it away. Arming takes away the timers of the run's earlier turns. That none can be armed is an
 * answer and no fault: the run goes on without.
 */
export interface DeadMan {
  readonly after_ms: Milliseconds;
  /** Why none could be armed, as far as that can be told without trying; null: nothing is in the way. */
  obstacle(): Promise<string | null>;
  arm(watched: Watched): Promise<Armed>;
  /** A sign of life; a timer that somebody took away is armed again. Faults: `permission`, `probe-failed`, `probe-hung`. */
  renew(): Promise<void>;
  /** Faults: as `renew`. A timer that is gone already is disarmed. */
  disarm(): Promise<void>;
}
