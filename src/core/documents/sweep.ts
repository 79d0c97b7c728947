import type { Effective, ParameterValue } from '../engine/definition.ts';
import type { Evidence, Fault } from '../fault.ts';
import type { Generation } from '../generation.ts';
import type { EvaluationDocument } from './evaluation.ts';
import type { Measurement } from './measurement.ts';

export type HoldPointName =
  | 'observed'
  | 'prepared'
  | 'drained'
  | 'stopped'
  | 'released'
  | 'started'
  | 'loaded'
  | 'identified'
  | 'generating'
  | 'effective'
  | 'unchanged';

export interface HoldPointRecord {
  readonly name: HoldPointName;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly waited_s: number;
  readonly evidence: readonly Evidence[];
}

/** A command as it may be run; `shown` is the same, quoted for a POSIX shell. */
export interface CommandDocument {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly shown: string;
}

/** Each from the change's beginning; null: not reached. */
export interface Durations {
  readonly stopped_s: number | null;
  readonly released_s: number | null;
  readonly loaded_s: number | null;
  readonly ready_s: number | null;
  readonly measured_s: number | null;
}

export interface StartDocument {
  readonly start: number;
  readonly attempt: number;
  readonly adopted: boolean;
  readonly generation: Generation | null;
  readonly hold_points: readonly HoldPointRecord[];
  readonly durations: Durations;
  readonly effective: Readonly<Record<string, Effective>>;
  readonly measurements: readonly Measurement[];
  readonly suspect: readonly string[];
  /** Run id whose measurements were taken over without a start. */
  readonly reused_from: string | null;
  readonly fault: Fault | null;
}

export type TrialStatus = 'measured' | 'failed' | 'skipped' | 'void' | 'pending';

export interface TrialDocument {
  readonly name: string;
  readonly setting: Readonly<Record<string, ParameterValue>>;
  readonly setting_id: string;
  readonly command: CommandDocument;
  readonly status: TrialStatus;
  readonly fault: Fault | null;
  readonly starts: readonly StartDocument[];
  readonly evaluation: EvaluationDocument | null;
}

export interface DecisionDocument {
  readonly kind: 'winner' | 'baseline_best' | 'no_difference' | 'none_satisfies' | 'not_enough_data';
  /** Name of the trial; null: none. */
  readonly best: string | null;
  readonly reason: string;
  readonly command: CommandDocument | null;
  /** What the decision rests on; absent: no finals were looked at. */
  readonly finals?: FinalsDocument;
}

/** Fresh starts of the best settings in mirrored blocks, at the look that decided. Changes in percent. */
export interface FinalsDocument {
  /** Baseline first, where it can be compared with. */
  readonly finalists: readonly string[];
  readonly blocks: number;
  /** 98.5: every interval covers at least in 95 % of all sweeps, early stops included. */
  readonly interval_pct: number;
  /** Between starts of one setting. */
  readonly sd_pct: number;
  /** What happened once. `start` counts the starts of the finals from 1. */
  readonly events: readonly {
    readonly kind: 'start' | 'step';
    readonly start: number;
    readonly change_pct: number;
  }[];
  /** Each challenger against the baseline; without a baseline the best against the next. */
  readonly compared: readonly {
    readonly name: string;
    readonly change_pct: number;
    readonly low_pct: number;
    readonly high_pct: number;
    readonly slow_starts: number;
  }[];
  /** Each finalist against each limit of `where`. Absent: there are no limits. */
  readonly limits?: readonly LimitDocument[];
  /** Absent: one objective was named, or a start does not have the second number. */
  readonly front?: FrontDocument;
}

/** The finalists by two objectives at once, as changes against the first of them; the intervals hold for both together. */
export interface FrontDocument {
  /** That of `maximize`, then that of `minimize`. */
  readonly metrics: readonly string[];
  readonly points: readonly {
    readonly name: string;
    /** Of the number itself: a `minimize` that became smaller is below 0. */
    readonly changes: readonly {
      readonly change_pct: number;
      readonly low_pct: number;
      readonly high_pct: number;
    }[];
    /** Shown better in one and not shown worse in the other; null: nobody is, so it is on the front. */
    readonly dominated_by: string | null;
  }[];
}

/** A number over all fresh starts of a setting against its bound, with one-sided bounds; null: a start does not have it. */
export interface LimitDocument {
  readonly name: string;
  readonly condition: string;
  readonly state: 'kept' | 'broken' | 'too_close' | 'unknown';
  /** In the unit of the metric, times in ms. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface RestoredDocument {
  readonly to: 'original' | 'best' | 'left';
  readonly ok: boolean;
}

export interface SweepDocument {
  readonly id: string;
  readonly dir: string;
  readonly state: 'running' | 'done' | 'interrupted' | 'stopped';
  readonly baseline: string | null;
  readonly trials: readonly TrialDocument[];
  readonly decision: DecisionDocument;
  readonly restored: RestoredDocument;
  readonly faults: readonly Fault[];
}

/** What every `--json` prints. */
export interface Envelope<T> {
  readonly schema_version: 1;
  readonly command: string;
  readonly simulated: boolean;
  readonly ok: boolean;
  readonly data?: T;
  readonly error?: Fault;
}
