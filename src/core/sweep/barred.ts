import type { Measurement } from '../documents/measurement.ts';
import { answersBar } from './answers.ts';
import { baselineOf, type SweepState, type TrialState } from './state.ts';

/** More than this share of answers that no working model writes speaks against a setting... */
const MOST_GARBAGE = 0.01;
/** ...unless the baseline writes nearly as many: a small model loops whatever its setting. */
const TIMES_BASELINE = 2;

/** Why a setting cannot win, however fast it is, in words; null: nothing in what it answers speaks against it. */
export function barOf(state: SweepState, trial: TrialState): string | null {
  return answersBar(state, trial) ?? garbageBar(state, trial, () => true);
}

/** The same, from the starts of the screening alone: later ones must not change who was chosen. */
export function screeningBarOf(state: SweepState, trial: TrialState): string | null {
  return answersBar(state, trial) ?? garbageBar(state, trial, ({ replicate }) => replicate === 1);
}

type Counts = (measurement: Measurement) => boolean;

function garbageBar(state: SweepState, trial: TrialState, counts: Counts): string | null {
  const own = garbageOf(trial, counts);
  const baseline = baselineOf(state);
  const usual = baseline === undefined || baseline === trial ? null : garbageOf(baseline, counts);
  if (own.share <= Math.max(MOST_GARBAGE, TIMES_BASELINE * (usual?.share ?? 0))) return null;
  const beside = usual === null ? '' : ` (the baseline: ${usual.garbage} of ${usual.answers})`;
  return `${own.garbage} of ${own.answers} answers under load are garbage${beside}`;
}

function garbageOf({ starts }: TrialState, counts: Counts) {
  let [garbage, answers] = [0, 0];
  for (const { measurements } of starts)
    for (const measurement of measurements.filter(counts)) {
      garbage += measurement.garbage ?? 0;
      answers += measurement.ok;
    }
  return { garbage, answers, share: answers === 0 ? 0 : garbage / answers };
}
