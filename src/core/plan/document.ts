import type {
  EffortDocument,
  EvaluationPriceDocument,
  LoadsDocument,
  PlanDocument,
  PlannedTrialDocument,
} from '../documents/plan.ts';
import { commandOf } from './command.ts';
import type { Plan, PlannedTrial } from './plan.ts';

export const DEFAULT_LIMIT = 100;

/** What only the history of the service and the clock know; null: unknown. */
export interface Expectations {
  /** Seconds of one trial with all its measurements, or where only loads are known of its load. */
  expected_s(trial: PlannedTrial): number | null;
  readonly effort: EffortDocument | null;
  /** Absent: no answers are judged. */
  readonly evaluation?: EvaluationPriceDocument;
  readonly expected_total_s: number | null;
  /** The last instant at which a start still fits into the window (RFC 3339). */
  readonly last_start: string | null;
  readonly loads: LoadsDocument | null;
}

const NOTHING_KNOWN: Expectations = {
  expected_s: () => null,
  effort: null,
  expected_total_s: null,
  last_start: null,
  loads: null,
};

/** The `plan` document. At most `limit` trials are listed; `omitted` says how many are not. */
export function planDocument(
  plan: Plan,
  limit: number = DEFAULT_LIMIT,
  expectations: Expectations = NOTHING_KNOWN,
): PlanDocument {
  return {
    trials: plan.trials.slice(0, limit).map((trial) => trialDocument(trial, expectations)),
    omitted: Math.max(0, plan.trials.length - limit),
    touched: plan.touched,
    undo: plan.undo,
    effort: expectations.effort,
    ...(expectations.evaluation === undefined ? {} : { evaluation: expectations.evaluation }),
    expected_total_s: expectations.expected_total_s,
    last_start: expectations.last_start,
    loads: expectations.loads,
  };
}

function trialDocument(trial: PlannedTrial, { expected_s }: Expectations): PlannedTrialDocument {
  const {
    name,
    setting,
    setting_id,
    diff,
    duplicate_of,
    duplicate_why = [],
    warnings = [],
    rejected,
  } = trial;
  const command = commandOf(trial.definition);
  return {
    ...{ name, setting, setting_id, command, diff, expected_s: expected_s(trial) },
    ...{ duplicate_of, duplicate_why, warnings, rejected },
  };
}
