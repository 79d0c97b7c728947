import type { Configuration } from '../core/config/configuration.ts';
import type { SweepDocument } from '../core/documents/sweep.ts';
import type { Suite } from '../core/evaluate/suite.ts';
import type { Fault } from '../core/fault.ts';
import type { Plan } from '../core/plan/plan.ts';
import type { Promotion } from '../core/promoted.ts';
import type { Milliseconds } from '../core/units.ts';
import type { EventSink } from './events.ts';
import type { OperatorInbox } from './operator.ts';
import type { Ports } from './ports.ts';

export interface RunOptions {
  /** Measure again what an earlier run has measured. */
  readonly fresh: boolean;
  readonly under_traffic: boolean;
  readonly seed: number;
}

/** The run folder's `plan.json`: everything that `resume` and `restore` need beside the journal. */
export interface StoredRun {
  readonly schema_version: 1;
  readonly id: string;
  readonly command: 'sweep' | 'apply';
  readonly configuration: Configuration;
  readonly plan: Plan;
  readonly options: RunOptions;
  /** The problems of `evaluation`. Absent: no answers are judged. */
  readonly suite?: Suite;
  /** The longest load of the service that was known before. Absent: none was. */
  readonly known_load_ms?: Milliseconds;
  /** Of a run of `promote`: what is installed for good with its one setting, or taken away. */
  readonly promotion?: Promotion;
  /** The original is back, and secrets or whole environments that this held are not kept any more. */
  readonly sealed?: true;
}

export interface RunRequest {
  readonly stored: StoredRun;
  /** Absolute path of the run folder `runs/<id>`. */
  readonly dir: string;
  /** The folder that holds all runs: known results and load times are found there. */
  readonly runs_dir: string;
  readonly ports: Ports;
  readonly sink: EventSink;
  readonly operator: OperatorInbox;
}

export interface RunResult {
  readonly document: SweepDocument;
  /** As of `StoredRun`: the run cannot go on, what it has measured is reused by a new one. */
  readonly sealed: boolean;
  /** The fault that ended the run, if one did. */
  readonly fault: Fault | null;
  readonly exit_code: number;
}
