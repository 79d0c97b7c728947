import type { Configuration } from '../core/config/configuration.ts';
import type { Measurement } from '../core/documents/measurement.ts';
import type { DecisionDocument } from '../core/documents/sweep.ts';
import { commandOf } from '../core/plan/command.ts';
import { barOf } from '../core/sweep/barred.ts';
import { confirmedDecision } from '../core/sweep/confirmed.ts';
import { type Candidate, decide } from '../core/sweep/decision.ts';
import { isDecisive, metricOf, satisfies } from '../core/sweep/objective.ts';
import type { SweepState, TrialState } from '../core/sweep/state.ts';
import type { StoredRun } from './api.ts';
import { rulesOf } from './rules.ts';

/** The decision over what was measured so far; an unfinished sweep gets the one that its data allow. */
export function decideSweep(
  state: SweepState,
  stored: Pick<StoredRun, 'configuration' | 'options'>,
): DecisionDocument {
  const { configuration } = stored;
  const { objective } = configuration;
  if (state.command === 'apply') {
    return {
      kind: 'not_enough_data',
      best: null,
      reason: 'apply changes a setting and measures nothing',
      command: null,
    };
  }
  const rules = rulesOf(stored);
  if (rules !== null) {
    const { finals, ...decision } = confirmedDecision(state, rules);
    return withCommand(state, { ...decision, ...(finals === null ? {} : { finals }) });
  }
  const candidates = state.trials
    .filter((trial) => trial.planned.duplicate_of === null)
    .map((trial) => candidate(state, trial, configuration));
  const decision = decide({
    direction: objective.direction,
    metric: objective.metric,
    candidates,
    baseline: state.plan.baseline,
  });
  return withCommand(state, decision);
}

function withCommand(state: SweepState, decision: Omit<DecisionDocument, 'command'>): DecisionDocument {
  const best = state.trials.find((trial) => trial.planned.name === decision.best);
  const reason = [decision.reason, ...barredSettings(state)].join('; ');
  return { ...decision, reason, command: best === undefined ? null : commandOf(best.planned.definition) };
}

const BARRED_SHOWN = 3;

/** Which settings cannot win for what they answer, and why: the fastest one may be among them. */
function barredSettings(state: SweepState): readonly string[] {
  const barred = state.trials.flatMap((trial) => {
    const why = barOf(state, trial);
    return why === null ? [] : [`${trial.planned.name} cannot win: ${why}`];
  });
  const more = barred.length - BARRED_SHOWN;
  return [
    ...barred.slice(0, BARRED_SHOWN),
    ...(more > 0 ? [`nor can ${more} more for what they answer`] : []),
  ];
}

function candidate(state: SweepState, trial: TrialState, configuration: Configuration): Candidate {
  const { objective } = configuration;
  const points = trial.starts.flatMap((start) => start.measurements).filter((m) => isDecisive(m, objective));
  const usable = trial.status === 'measured' ? points : [];
  const readings = usable.map((m) => metricOf(m, objective.metric)).filter((n): n is number => n !== null);
  const failed = usable.reduce((sum: number, m: Measurement) => sum + m.failed, 0);
  return {
    name: trial.planned.name,
    readings,
    failed_requests: failed,
    satisfies: usable.every((m) => satisfies(m, objective.where)) && barOf(state, trial) === null,
  };
}
