import type { WorkloadConfiguration } from '../config/configuration.ts';
import type { ParameterValue, WantedFlag } from '../engine/definition.ts';
import type { Fault } from '../fault.ts';
import type { Definition } from '../generation.ts';

/** One workload at one concurrency or rate, or by a trace: the smallest thing that is measured. */
export interface WorkloadPoint {
  readonly workload: WorkloadConfiguration;
  /** null: requests are sent at a rate or by a trace, whatever became of earlier ones. */
  readonly concurrency: number | null;
  /** Requests a second. Absent: not at a rate. */
  readonly rate?: number;
}

export interface PlannedTrial {
  readonly name: string;
  /** Every parameter with its value; null: absent. */
  readonly setting: Readonly<Record<string, ParameterValue>>;
  /** Hash of rendered argv and environment, first 16 hex digits of sha-256. */
  readonly setting_id: string;
  /** Without instrumentation: what a person would paste. */
  readonly definition: Definition;
  /** What must be read back from the running engine. */
  readonly wanted: readonly WantedFlag[];
  /** Changes against the base command, one a line: `+ --flag value`, `- --flag value`, `+ NAME=value`. */
  readonly diff: readonly string[];
  /** Name of the trial that renders to the same command, or that the engine would make the same. */
  readonly duplicate_of: string | null;
  /** Rules by which the engine makes the two the same; absent: they are the same command. */
  readonly duplicate_why?: readonly string[];
  /** What the engine will do other than the command reads; absent: nothing is known. */
  readonly warnings?: readonly string[];
  readonly rejected: Fault | null;
}

/** Is it run? Rejected settings and duplicates only stand in the plan. */
export function isRun({ rejected, duplicate_of }: Pick<PlannedTrial, 'rejected' | 'duplicate_of'>): boolean {
  return rejected === null && duplicate_of === null;
}

/** The plan is a value: described, dry-run, executed and stored as the same object. */
export interface Plan {
  readonly name: string;
  /** sha-256 over the trials, workloads and objective: a resumed run must have the same. */
  readonly plan_id: string;
  readonly base: Definition;
  readonly trials: readonly PlannedTrial[];
  /** Name of the baseline's trial; null: none. The baseline is always first in `trials`. */
  readonly baseline: string | null;
  /** In the order in which they are measured in one start. */
  readonly points: readonly WorkloadPoint[];
  /** What the engine adds to every start, outside the identity. */
  readonly instrumentation: {
    readonly argv: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
  readonly touched: readonly string[];
  readonly undo: readonly string[];
}
