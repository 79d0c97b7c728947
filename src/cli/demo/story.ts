import type { Configuration } from '../../core/config/configuration.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ports } from '../../run/ports.ts';

/** What the story is told with. */
export interface StoryOptions {
  readonly seed: number;
  /** How many simulated seconds go by in a real one while nothing is being answered. */
  readonly speed: number;
  /** `NAME[:PHASE][@START]` each. */
  readonly faults: readonly string[];
}

/** What a script did, what it took from that, and what was really so where these differ. */
export interface NaiveStep {
  readonly setting: string;
  readonly did: string;
  readonly said: string;
  readonly lie: string | null;
}

export interface NaiveSetting {
  readonly name: string;
  readonly outcome: 'failed to start' | 'measured';
}

/** The simulated host of the story, as the demonstration uses it. All that happens on it happens within `run`. */
export interface Story {
  readonly clock: Clock;
  /** `holdpoint.yaml` for its service. */
  readonly configuration: string;
  /** Lets simulated time pass at the speed of the story until the work is done. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** The two scripts of the story, step by step. */
  naive(tell: (step: NaiveStep) => void): Promise<readonly NaiveSetting[]>;
  wire(configuration: Configuration): Promise<Ports>;
}
