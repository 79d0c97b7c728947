import type { ParameterValue } from '../engine/definition.ts';
import type { Fault } from '../fault.ts';
import type { CommandDocument } from './sweep.ts';

export interface PlannedTrialDocument {
  readonly name: string;
  readonly setting: Readonly<Record<string, ParameterValue>>;
  readonly setting_id: string;
  readonly command: CommandDocument;
  readonly diff: readonly string[];
  /** With its measurements, or where `loads.source` is `journal` its load alone. */
  readonly expected_s: number | null;
  readonly duplicate_of: string | null;
  /** Rules by which the engine makes the two the same; empty: they are the same command. */
  readonly duplicate_why: readonly string[];
  /** What the engine will do other than the command reads. */
  readonly warnings: readonly string[];
  readonly rejected: Fault | null;
}

/** How long the service has taken to load before, newest first. */
export interface LoadsDocument {
  /** `runs`: of Holdpoint, with their measuring; `journal`: the service's own, of which only the load is known. */
  readonly source: 'runs' | 'journal';
  readonly seconds: readonly number[];
}

/** What is spent on being sure, and what can be found with it. */
export interface EffortDocument {
  /** `quick`, `default`, `long`, or a number of starts. */
  readonly asked: string;
  readonly screening_starts: number;
  /** They end earlier where the answer is clear. 0: no winner can be named. */
  readonly final_starts_at_most: number;
  /** Smallest difference found in four sweeps of five, by the noise between two starts of one setting. */
  readonly finds: readonly { readonly noise_percent: number; readonly effect_percent: number }[];
}

/** What it costs to judge the answers of every setting before and after the load. */
export interface EvaluationPriceDocument {
  readonly suite: string;
  readonly problems: number;
  readonly at_concurrency: number;
  /** Settings whose answers are judged. */
  readonly settings: number;
  /** Of all settings, as the same suite took in earlier runs of this service; null: it was never asked there. */
  readonly expected_s: number | null;
  /** Were every answer as long as it may be, at the speed of earlier runs; null: no speed is known. */
  readonly at_most_s: number | null;
}

export interface PlanDocument {
  readonly trials: readonly PlannedTrialDocument[];
  /** Trials of the plan that are not listed (`--limit`). */
  readonly omitted: number;
  readonly touched: readonly string[];
  readonly undo: readonly string[];
  /** null: each setting is started once and the baseline twice. */
  readonly effort: EffortDocument | null;
  /** Not part of `expected_total_s`. Absent: no answers are judged. */
  readonly evaluation?: EvaluationPriceDocument;
  readonly expected_total_s: number | null;
  /** RFC 3339; null: no window, or nothing known. */
  readonly last_start: string | null;
  /** null: none is known. */
  readonly loads: LoadsDocument | null;
}
