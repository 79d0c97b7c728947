import type { ParameterValue } from '../engine/definition.ts';
import type { Fault } from '../fault.ts';
import type { CommandDocument } from './sweep.ts';

export interface PlannedTrialDocument {
  readonly name: string;
  readonly setting: Readonly<Record<string, ParameterValue>>;
  readonly setting_id: string;
  readonly command: CommandDocument;
  readonly diff: readonly string[];
  readonly expected_s: number | null;
  readonly duplicate_of: string | null;
  readonly rejected: Fault | null;
}

export interface PlanDocument {
  readonly trials: readonly PlannedTrialDocument[];
  /** Trials of the plan that are not listed (`--limit`). */
  readonly omitted: number;
  readonly touched: readonly string[];
  readonly undo: readonly string[];
  readonly expected_total_s: number | null;
  /** RFC 3339; null: no window, or nothing known. */
  readonly last_start: string | null;
}
